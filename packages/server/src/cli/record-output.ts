import type { RecordOrigin } from "../control/record-origins.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";

/** Device and sensor in one cell. What was removed since has no name any more. */
export function describeSource({ device, sensor }: RecordOrigin): string {
  return printable(`${device?.name ?? "(removed)"}/${sensor?.slug ?? "(removed)"}`);
}

export function describeChain({ chain }: RecordOrigin): string {
  return chain === null ? "-" : printable(chain.name);
}

export function originToJson({ account, device, sensor, chain, nodeName }: RecordOrigin) {
  return {
    account: account?.name ?? null,
    device_uuid: device?.uuid ?? null,
    device: device?.name ?? null,
    sensor_uuid: sensor?.uuid ?? null,
    sensor: sensor?.slug ?? null,
    chain_uuid: chain?.uuid ?? null,
    chain: chain?.name ?? null,
    node_name: nodeName,
  };
}

/** Every digit, as `weir readings` prints times. */
export function formatMs(timeMs: number): string {
  return formatMicros(timeMs * 1000);
}
