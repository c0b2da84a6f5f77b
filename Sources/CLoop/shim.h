// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// What loops over sockets need of the system and Swift's own modules of the C library leave out.
#ifndef RESOURCE_REQUEST_CLOOP_SHIM_H
#define RESOURCE_REQUEST_CLOOP_SHIM_H

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

static inline void cloop_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#endif

#endif
