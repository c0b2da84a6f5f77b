// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// The system's hiredis, and a call that sends without a signal where the system has one, since hiredis' own may end the process.
#ifndef RESOURCE_REQUEST_CHIREDIS_SHIM_H
#define RESOURCE_REQUEST_CHIREDIS_SHIM_H

#include <hiredis/hiredis.h>
#include <sys/socket.h>

static inline ssize_t chiredis_send(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  return send(socket, bytes, count, MSG_NOSIGNAL);
#else
  return send(socket, bytes, count, 0);
#endif
}

#endif
