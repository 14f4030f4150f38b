import { readMailAddresses } from "./mail-addresses.ts";
import type { ReadNode } from "./read-nodes.ts";

/** A setting that sends somewhere where nobody can be: a host that only examples use. */
export interface ExampleAddress {
  readonly field: string;
  readonly address: string;
}

/** What RFC 2606 sets aside for documentation. `localhost` is not among them: a broker may run beside Weir. */
const exampleHost = /(^|\.)(example(\.(com|net|org))?|invalid)\.?$/i;

export function exampleAddressesOf(read: ReadNode): ExampleAddress[] {
  if (!read.ok) return [];
  const { type, config } = read;
  if (type.type === "webhook" || type.type === "mqtt") {
    const host = URL.parse(String(config.url))?.hostname ?? "";
    return exampleHost.test(host) ? [{ field: "url", address: host }] : [];
  }
  if (type.type !== "email") return [];
  const recipients = readMailAddresses(String(config.to));
  if (!recipients.ok) return [];
  return recipients.addresses
    .filter((address) => exampleHost.test(address.slice(address.lastIndexOf("@") + 1)))
    .map((address) => ({ field: "to", address }));
}
