import type { ChainDefinition } from "@weir/rule-engine/chain";
import { readMailAddresses } from "@weir/rule-engine/mail-addresses";

/** Returns the addresses that the nodes of a chain send mail to, each once. */
export function mailAddressesIn({ nodes }: ChainDefinition): string[] {
  const addresses = nodes
    .filter(({ type }) => type === "email")
    .flatMap(({ config: { to } }) => {
      const read = readMailAddresses(typeof to === "string" ? to : "");
      return read.ok ? read.value : [];
    });
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
