/** Returns a URL that works on this machine: a server that listens on every address is reached at the loopback address. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]");
}
