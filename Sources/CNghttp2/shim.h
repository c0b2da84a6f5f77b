// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// The system's nghttp2. ResourceRequestSockets imports it, and the server of ResourceRequestTestServer.
#ifndef RESOURCE_REQUEST_CNGHTTP2_SHIM_H
#define RESOURCE_REQUEST_CNGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

// Lets blanks at the ends of field values pass, as versions before 1.49 do; 1.49 refuses them in any case.
static inline void cnghttp2_allow_blanks_around_values(nghttp2_option *option) {
#if NGHTTP2_VERSION_NUM >= 0x013200
  nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1);
#else
  (void)option;
#endif
}

#endif
