// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// The system's nghttp2. ResourceRequestSockets imports it, and the server of ResourceRequestTestServer.
#ifndef RESOURCE_REQUEST_CNGHTTP2_SHIM_H
#define RESOURCE_REQUEST_CNGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

#endif
