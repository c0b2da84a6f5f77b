// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// libcurl with nothing above it: the floor for any client that is built on it.
#ifndef RESOURCE_REQUEST_BARE_LOOP_H
#define RESOURCE_REQUEST_BARE_LOOP_H

#include <stdbool.h>
#include <stddef.h>

struct bare_options {
  const char *url;
  // 1 takes the easy interface, more the multi interface over epoll.
  int in_flight;
  bool http2;
  // Sent with POST where it is not NULL.
  const void *body;
  size_t body_length;
  const char *content_type;
};

struct bare_result {
  long completed;
  long failed;
  // Of the bodies that came.
  long long bytes;
};

struct bare_loop;

// NULL where there is no memory or descriptor. The options must outlive the loop.
struct bare_loop *bare_open(const struct bare_options *options);

// Sends until so many requests are answered or so much time is over. Connections are kept between runs.
struct bare_result bare_run(struct bare_loop *loop, long requests, double seconds);

void bare_close(struct bare_loop *loop);

// A descriptor as loops are woken by, or -1; Swift's module of the C library has none.
int bare_eventfd(void);

#endif
