import type { ChainDefinition } from "@weir/rule-engine/chain";

/** Reads the definition of a chain as it is stored. It was checked before. */
export function storedChain(json: string): ChainDefinition {
  return JSON.parse(json);
}
