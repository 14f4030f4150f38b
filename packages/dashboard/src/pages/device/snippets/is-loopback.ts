/** Whether an address leads no further than the machine it is used on, so that a board on the bench cannot use it. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || /^(127(\.\d+){3}|\[::1\])$/.test(hostname)
  );
}
