// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// libcurl's variadic functions under one name for each argument type, since Swift imports no variadic function,
// and what would otherwise be many calls across the language border as one.
#ifndef RESOURCE_REQUEST_CCURL_SHIM_H
#define RESOURCE_REQUEST_CCURL_SHIM_H

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// What the loop under libcurl needs of Linux and Swift's Glibc module leaves out.
#ifdef __linux__
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

static inline void ccurl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#endif

// CURLOPT_QUICK_EXIT came with 7.87.0.
#define CCURL_LEAST_VERSION 0x075700
#if LIBCURL_VERSION_NUM < CCURL_LEAST_VERSION
#error "libcurl 7.87.0 or later is needed (CURLOPT_QUICK_EXIT)"
#endif

// The functions of libcurl that are used. On Linux they are looked up when libcurl is first needed: a program that
// connects through no proxy loads none of it, nor the thirty libraries behind it, and runs where it is missing.
#define CCURL_FUNCTIONS(X) \
  X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_pause) \
  X(curl_easy_setopt) X(curl_easy_strerror) X(curl_global_init) X(curl_multi_add_handle) \
  X(curl_multi_cleanup) X(curl_multi_info_read) X(curl_multi_init) X(curl_multi_perform) \
  X(curl_multi_poll) X(curl_multi_remove_handle) X(curl_multi_setopt) X(curl_multi_socket_action) \
  X(curl_multi_strerror) X(curl_share_cleanup) X(curl_share_init) X(curl_share_setopt) \
  X(curl_slist_append) X(curl_slist_free_all) X(curl_url) X(curl_url_cleanup) \
  X(curl_url_set) X(curl_version) X(curl_version_info)

struct ccurl_functions {
#define CCURL_FIELD(name) __typeof__(name) *name;
  CCURL_FUNCTIONS(CCURL_FIELD)
#undef CCURL_FIELD
};

// The functions, once `ccurl_load` has filled them in; written in Swift (CurlLibrary).
const struct ccurl_functions *ccurl_library(void);

// Fills the functions in; returns what is wrong, or NULL.
static inline const char *ccurl_load(struct ccurl_functions *functions) {
#ifdef __linux__
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define CCURL_FIND(name) \
  if (!(functions->name = (__typeof__(name) *)dlsym(library, #name))) return dlerror();
  CCURL_FUNCTIONS(CCURL_FIND)
#undef CCURL_FIND
#else
#define CCURL_TAKE(name) functions->name = name;
  CCURL_FUNCTIONS(CCURL_TAKE)
#undef CCURL_TAKE
#endif
  if (functions->curl_version_info(CURLVERSION_NOW)->version_num < CCURL_LEAST_VERSION) return "it is older than 7.87.0";
  return NULL;
}

static inline CURLcode ccurl_global_init(long flags) { return ccurl_library()->curl_global_init(flags); }
static inline char *ccurl_version(void) { return ccurl_library()->curl_version(); }
static inline CURL *ccurl_easy_init(void) { return ccurl_library()->curl_easy_init(); }
static inline void ccurl_easy_cleanup(CURL *handle) { ccurl_library()->curl_easy_cleanup(handle); }
static inline CURLcode ccurl_easy_pause(CURL *handle, int mask) { return ccurl_library()->curl_easy_pause(handle, mask); }
static inline const char *ccurl_easy_strerror(CURLcode code) { return ccurl_library()->curl_easy_strerror(code); }
static inline CURLM *ccurl_multi_init(void) { return ccurl_library()->curl_multi_init(); }
static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) { return ccurl_library()->curl_multi_cleanup(multi); }
static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
  return ccurl_library()->curl_multi_add_handle(multi, handle);
}
static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
  return ccurl_library()->curl_multi_remove_handle(multi, handle);
}
static inline CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
  return ccurl_library()->curl_multi_perform(multi, running);
}
static inline CURLMcode ccurl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned count, int milliseconds, int *ready) {
  return ccurl_library()->curl_multi_poll(multi, extra, count, milliseconds, ready);
}
static inline CURLMcode ccurl_multi_socket_action(CURLM *multi, curl_socket_t socket, int mask, int *running) {
  return ccurl_library()->curl_multi_socket_action(multi, socket, mask, running);
}
static inline const char *ccurl_multi_strerror(CURLMcode code) { return ccurl_library()->curl_multi_strerror(code); }
static inline CURLSHcode ccurl_share_cleanup(CURLSH *share) { return ccurl_library()->curl_share_cleanup(share); }
static inline struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return ccurl_library()->curl_slist_append(list, text);
}
static inline void ccurl_slist_free_all(struct curl_slist *list) { ccurl_library()->curl_slist_free_all(list); }
static inline CURLU *ccurl_url(void) { return ccurl_library()->curl_url(); }
static inline void ccurl_url_cleanup(CURLU *url) { ccurl_library()->curl_url_cleanup(url); }
static inline CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
  return ccurl_library()->curl_url_set(url, part, text, flags);
}

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return ccurl_library()->curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return ccurl_library()->curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return ccurl_library()->curl_easy_setopt(handle, option, value);
}
// Bytes that libcurl copies; none if `bytes` is null.
static inline CURLcode ccurl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return ccurl_library()->curl_easy_setopt(handle, option, bytes ? &blob : NULL);
}
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return ccurl_library()->curl_easy_setopt(handle, option, value);
}

// What every easy handle of the loop has beside libcurl's defaults.
static inline void ccurl_set_constants(CURL *handle, char *error, CURLSH *share) {
  __typeof__(curl_easy_setopt) *set = ccurl_library()->curl_easy_setopt;
  set(handle, CURLOPT_ERRORBUFFER, error);
  set(handle, CURLOPT_NOSIGNAL, 1L);
  set(handle, CURLOPT_QUICK_EXIT, 1L);
  set(handle, CURLOPT_PATH_AS_IS, 1L);
  set(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // The newer option takes names, which libcurl looks up one by one.
  CURL_IGNORE_DEPRECATION(
    set(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  )
  // The SDK decodes bodies itself; the request's own fields say in which codings.
  set(handle, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  // No proxy from the environment: only the configuration sets it.
  set(handle, CURLOPT_PROXY, "");
  set(handle, CURLOPT_NOPROXY, "");
  set(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  set(handle, CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  // Authorities are read for each connection; libcurl would keep those of a file for a day, whatever is in it since.
  set(handle, CURLOPT_CA_CACHE_TIMEOUT, 0L);
  if (share) set(handle, CURLOPT_SHARE, share);
}

// The callbacks of an easy handle; each is called with `owner`.
static inline void ccurl_set_callbacks(
    CURL *handle, void *owner, curl_write_callback write, curl_write_callback header, curl_read_callback read,
    curl_seek_callback seek, curl_prereq_callback ready, curl_resolver_start_callback resolve,
    curl_opensocket_callback open, curl_closesocket_callback close, void *loop) {
  __typeof__(curl_easy_setopt) *set = ccurl_library()->curl_easy_setopt;
  set(handle, CURLOPT_PRIVATE, owner);
  set(handle, CURLOPT_WRITEFUNCTION, write);
  set(handle, CURLOPT_WRITEDATA, owner);
  set(handle, CURLOPT_HEADERFUNCTION, header);
  set(handle, CURLOPT_HEADERDATA, owner);
  set(handle, CURLOPT_READFUNCTION, read);
  set(handle, CURLOPT_READDATA, owner);
  set(handle, CURLOPT_SEEKFUNCTION, seek);
  set(handle, CURLOPT_SEEKDATA, owner);
  set(handle, CURLOPT_PREREQFUNCTION, ready);
  set(handle, CURLOPT_PREREQDATA, owner);
  // Called before a name is looked up.
  set(handle, CURLOPT_RESOLVER_START_FUNCTION, resolve);
  set(handle, CURLOPT_RESOLVER_START_DATA, owner);
  set(handle, CURLOPT_OPENSOCKETFUNCTION, open);
  set(handle, CURLOPT_OPENSOCKETDATA, owner);
  // A connection outlives the handle that opened it, so closing is reported to the loop, not to the exchange.
  set(handle, CURLOPT_CLOSESOCKETFUNCTION, close);
  set(handle, CURLOPT_CLOSESOCKETDATA, loop);
}

static inline void ccurl_set_debug(CURL *handle, curl_debug_callback debug, void *owner) {
  ccurl_library()->curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, debug);
  ccurl_library()->curl_easy_setopt(handle, CURLOPT_DEBUGDATA, owner);
}

static inline void ccurl_set_trailers(CURL *handle, curl_trailer_callback trailers, void *owner) {
  ccurl_library()->curl_easy_setopt(handle, CURLOPT_TRAILERFUNCTION, trailers);
  ccurl_library()->curl_easy_setopt(handle, CURLOPT_TRAILERDATA, owner);
}

static inline void *ccurl_owner(CURL *handle) {
  char *owner = NULL;
  ccurl_library()->curl_easy_getinfo(handle, CURLINFO_PRIVATE, &owner);
  return owner;
}

static inline void ccurl_multi_set_callbacks(
    CURLM *multi, void *owner, curl_socket_callback socket, curl_multi_timer_callback timer) {
  __typeof__(curl_multi_setopt) *set = ccurl_library()->curl_multi_setopt;
  set(multi, CURLMOPT_SOCKETFUNCTION, socket);
  set(multi, CURLMOPT_SOCKETDATA, owner);
  set(multi, CURLMOPT_TIMERFUNCTION, timer);
  set(multi, CURLMOPT_TIMERDATA, owner);
}
static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return ccurl_library()->curl_multi_setopt(multi, option, value);
}

// A share of TLS sessions and of names' addresses between handles of one thread, which is why it needs no lock callbacks.
static inline CURLSH *ccurl_share(void) {
  CURLSH *share = ccurl_library()->curl_share_init();
  if (share) ccurl_library()->curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  if (share) ccurl_library()->curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
  return share;
}

// The next finished transfer: its handle, or NULL if there is none, and its result.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = ccurl_library()->curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

// What a finished transfer cost. Times in microseconds.
struct ccurl_metrics {
  curl_off_t name_lookup, connect, tls, first_byte, total, body_received, body_sent;
  long head_received, head_sent, connects, port, http_version, os_error;
  const char *address;
};

static inline struct ccurl_metrics ccurl_metrics_of(CURL *handle) {
  __typeof__(curl_easy_getinfo) *get = ccurl_library()->curl_easy_getinfo;
  struct ccurl_metrics metrics = {0};
  get(handle, CURLINFO_NAMELOOKUP_TIME_T, &metrics.name_lookup);
  get(handle, CURLINFO_CONNECT_TIME_T, &metrics.connect);
  get(handle, CURLINFO_APPCONNECT_TIME_T, &metrics.tls);
  get(handle, CURLINFO_STARTTRANSFER_TIME_T, &metrics.first_byte);
  get(handle, CURLINFO_TOTAL_TIME_T, &metrics.total);
  get(handle, CURLINFO_SIZE_DOWNLOAD_T, &metrics.body_received);
  get(handle, CURLINFO_SIZE_UPLOAD_T, &metrics.body_sent);
  get(handle, CURLINFO_HEADER_SIZE, &metrics.head_received);
  get(handle, CURLINFO_REQUEST_SIZE, &metrics.head_sent);
  get(handle, CURLINFO_NUM_CONNECTS, &metrics.connects);
  get(handle, CURLINFO_PRIMARY_PORT, &metrics.port);
  get(handle, CURLINFO_HTTP_VERSION, &metrics.http_version);
  get(handle, CURLINFO_OS_ERRNO, &metrics.os_error);
  char *address = NULL;
  get(handle, CURLINFO_PRIMARY_IP, &address);
  metrics.address = address;
  return metrics;
}

// The status of the last answer to CONNECT; 0 where there was none.
static inline long ccurl_tunnel_status(CURL *handle) {
  long status = 0;
  ccurl_library()->curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

// The two ends of a connection, in the words that libcurl has for them.
struct ccurl_ends {
  char local[INET6_ADDRSTRLEN], remote[INET6_ADDRSTRLEN];
  int local_port, remote_port;
};

// Writes one end down; of what has no address but a path, nothing. Its result is the port.
static inline int ccurl_write_end(const struct sockaddr *address, char *text) {
  text[0] = 0;
  if (address->sa_family == AF_INET) {
    struct sockaddr_in end;
    memcpy(&end, address, sizeof end);
    inet_ntop(AF_INET, &end.sin_addr, text, INET6_ADDRSTRLEN);
    return ntohs(end.sin_port);
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 end;
    memcpy(&end, address, sizeof end);
    inet_ntop(AF_INET6, &end.sin6_addr, text, INET6_ADDRSTRLEN);
    return ntohs(end.sin6_port);
  }
  return 0;
}

// The ends of a connection that is about to be made; that of this side is not known yet.
static inline struct ccurl_ends ccurl_ends_at(const struct sockaddr *address) {
  struct ccurl_ends ends = {0};
  ends.remote_port = ccurl_write_end(address, ends.remote);
  return ends;
}
static inline struct ccurl_ends ccurl_ends_to(const struct curl_sockaddr *address) {
  return ccurl_ends_at(&address->addr);
}

// Adds this side's end, once the system has given it; whether it has.
static inline int ccurl_find_local_end(curl_socket_t socket, struct ccurl_ends *ends) {
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length)) return 0;
  ends->local_port = ccurl_write_end((struct sockaddr *)&address, ends->local);
  return ends->local_port > 0;
}

// Whether a connection runs between these addresses.
static inline int ccurl_ends_are(const struct ccurl_ends *ends, const char *local, const char *remote) {
  return !strcmp(ends->local, local) && !strcmp(ends->remote, remote);
}

// The bytes of the body of the request that the system has taken so far, with HTTP/1 chunks as they are framed.
static inline curl_off_t ccurl_sent(CURL *handle) {
  curl_off_t sent = 0;
  ccurl_library()->curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &sent);
  return sent;
}

// What the peer has acknowledged and sent over a TCP socket, in bytes; 0 where the system does not tell.
static inline int ccurl_traffic(int socket, unsigned long long *acknowledged, unsigned long long *received) {
#ifdef __linux__
  // struct tcp_info of the kernel, which has grown longer than the C library's: each field has its place for ever.
  unsigned long long info[32] = {0};
  socklen_t length = sizeof(info);
  if (getsockopt(socket, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, info, &length) != 0 || length < 136) return 0;
  *acknowledged = info[15]; // tcpi_bytes_acked, at 120
  *received = info[16];     // tcpi_bytes_received, at 128
  return 1;
#else
  (void)socket, (void)acknowledged, (void)received;
  return 0;
#endif
}

// The bytes that this process has read from a TCP socket; 0 where the system does not tell.
static inline unsigned long long ccurl_bytes_read(int socket) {
  unsigned long long acknowledged = 0, received = 0;
  int unread = 0;
  if (!ccurl_traffic(socket, &acknowledged, &received) || ioctl(socket, FIONREAD, &unread)) return 0;
  return received > (unsigned)unread ? received - (unsigned)unread : 0;
}

// A byte that lives as long as the process, for a body of none.
static inline const void *ccurl_nothing(void) { return ""; }

// The default place of a handle's trusted authorities: a file, or a directory. NULL if there is none.
static inline const char *ccurl_builtin_authorities(CURL *handle, int directory) {
  char *path = NULL;
  ccurl_library()->curl_easy_getinfo(handle, directory ? CURLINFO_CAPATH : CURLINFO_CAINFO, &path);
  return path;
}

// The codings this libcurl decodes.
static inline int ccurl_has_feature(int feature) {
  return (ccurl_library()->curl_version_info(CURLVERSION_NOW)->features & feature) != 0;
}

// Whether its TLS is OpenSSL's, or that of one of its descendants.
static inline int ccurl_tls_is_openssl(void) {
  const char *name = ccurl_library()->curl_version_info(CURLVERSION_NOW)->ssl_version;
  return name && (strstr(name, "OpenSSL") || strstr(name, "LibreSSL") || strstr(name, "BoringSSL"));
}

// The version of the libcurl that is used, as 0xXXYYZZ.
static inline unsigned ccurl_version_number(void) {
  return ccurl_library()->curl_version_info(CURLVERSION_NOW)->version_num;
}

#endif
