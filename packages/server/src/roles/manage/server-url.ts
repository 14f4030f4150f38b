import type { Config } from "../../config/settings.ts";

/** How people reach the server, for links: as it is configured, or by the address it listens on. */
export function serverUrl({ publicUrl, host, port, tlsCert: certificate }: Config): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(`${certificate === null ? "http" : "https"}://${name}:${port}`);
}

/** A server that listens on every address is reached on this machine by the loopback one. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]");
}
