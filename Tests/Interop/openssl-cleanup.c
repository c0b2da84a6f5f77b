// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Preloaded: a process in which OpenSSL frees its state at the end, while threads may still use it, ends with status 99.
#include <unistd.h>

void OPENSSL_cleanup(void) {
  static const char text[] = "OpenSSL frees its state at the end of the process\n";
  if (write(2, text, sizeof text - 1) < 0) _exit(98);
  _exit(99);
}
