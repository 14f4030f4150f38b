/** As the URL parser writes them. It writes `[::ffff:127.0.0.1]` as `[::ffff:7f00:1]`. */
const loopback = /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** Whether an address only works on the machine itself, so that other devices cannot use it. */
export function isLoopbackLink(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.endsWith(".localhost") || loopback.test(hostname);
}
