/** Whether an address only works on the machine itself, so that other devices cannot use it. */
export function isLoopbackLink(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || /^(127(\.\d+){3}|\[::1\])$/.test(hostname)
  );
}
