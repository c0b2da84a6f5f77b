// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// A lookup of names that a test can hold up, for LD_PRELOAD: libcurl asks the C library on a thread of its own, and no
// resolver that can be configured is slow at a test's word. Tests/run makes it, SlowLookup.swift finds it in its process.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stddef.h>

typedef int lookup(const char *, const char *, const struct addrinfo *, struct addrinfo **);

// Asked before each lookup: whether the name, after all that time, is this machine's.
static int (*hold)(const char *name);

void hold_lookups(int (*with)(const char *name)) { __atomic_store_n(&hold, with, __ATOMIC_RELEASE); }

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  int (*asked)(const char *) = __atomic_load_n(&hold, __ATOMIC_ACQUIRE);
  if (asked && name && asked(name)) name = "127.0.0.1";
  lookup *next = (lookup *)dlsym(RTLD_NEXT, "getaddrinfo");
  return next ? next(name, service, hints, result) : EAI_FAIL;
}
