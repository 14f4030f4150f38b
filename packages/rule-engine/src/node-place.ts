import type { ChainHost } from "./chain-host.ts";

/** A node of a chain. */
export interface NodePlace {
  readonly nodeId: string;
  readonly label: string;
  readonly host: ChainHost;
}
