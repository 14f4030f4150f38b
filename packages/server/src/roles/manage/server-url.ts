import type { Config } from "../../config/settings.ts";
import { reachableUrl } from "../../platform/reachable-url.ts";

/** How people reach the server, for links: as it is configured, or by the address it listens on. */
export function serverUrl({ publicUrl, host, port, tlsCert: certificate }: Config): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(`${certificate === null ? "http" : "https"}://${name}:${port}`);
}
