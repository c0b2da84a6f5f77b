// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// The system's OpenSSL 3, and its macros as functions, since Swift imports no macro with arguments.
#ifndef RESOURCE_REQUEST_COPENSSL_SHIM_H
#define RESOURCE_REQUEST_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "OpenSSL 3.0 or later is needed"
#endif

// What every client context has: the oldest version, no renegotiation, no compression, buffers only while they are
// used, and sessions that are handed out rather than cached.
static inline void copenssl_configure_client(SSL_CTX *context, int oldest) {
  SSL_CTX_set_min_proto_version(context, oldest);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
}

// Adds an intermediate certificate to the client's own; the context owns it then. 0 if it cannot be added.
static inline long copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return SSL_CTX_add0_chain_cert(context, certificate);
}

// The name asked for in the ClientHello. 0 if it is too long.
static inline long copenssl_set_server_name(SSL *session, const char *name) {
  return SSL_set_tlsext_host_name(session, name);
}

// Narrows the versions that a context speaks.
static inline void copenssl_set_versions(SSL_CTX *context, int oldest, int newest) {
  SSL_CTX_set_min_proto_version(context, oldest);
  SSL_CTX_set_max_proto_version(context, newest);
}

#endif
