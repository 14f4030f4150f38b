import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";

export type ListedChain = CallAnswer<"listChains">["items"][number];

/** What readings come from that go through the chain; null where there are none. */
export function usersInWords({ use }: Pick<ListedChain, "use">): string | null {
  const parts = [
    ...(use.is_default ? ["Account default"] : []),
    ...(use.groups > 0 ? [plural(use.groups, "group")] : []),
    ...(use.devices > 0 ? [plural(use.devices, "device")] : []),
    ...(use.sensors > 0 ? [plural(use.sensors, "sensor")] : []),
    ...use.chains.map((name) => `chain ${name}`),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
