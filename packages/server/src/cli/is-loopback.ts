import { parseAddress } from "../platform/address.ts";

/** Whether only this machine reaches a server that listens on it. */
export function isLoopback(host: string): boolean {
  const address = parseAddress(host);
  if (address === null) return host.toLowerCase() === "localhost";
  if (address.length === 4) return address[0] === 127;
  return address.every((byte, index) => byte === (index === 15 ? 1 : 0));
}
