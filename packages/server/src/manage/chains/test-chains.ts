import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { unwrap } from "../test-control.ts";
import { publishChain } from "./chain-publishing.ts";
import { createChain } from "./chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

/** For tests: chains written in a line. */

export function testNode(id: string, type: string, config: Record<string, unknown> = {}): ChainNode {
  return { id, type, version: 1, name: "", config, position: { x: 0, y: 0 } };
}

/** The nodes one after another behind the input, each connected to the first output. */
export function line(...nodes: ChainNode[]): ChainDefinition {
  const all = [testNode("input", "input"), ...nodes];
  const outputs: Record<string, string> = { input: "out", save: "saved", compare: "true", log: "logged" };
  const wires = all
    .slice(1)
    .map((node, index): Wire => ({ from: all[index]!.id, output: outputs[all[index]!.type]!, to: node.id }));
  return { nodes: all, wires };
}

export const saving = line(testNode("save", "save"));
export const ending = line();
export const savingAbove = (value: number): ChainDefinition =>
  line(testNode("limit", "compare", { operator: ">", value }), testNode("save", "save"));
export const leadingTo = (uuid: string): ChainDefinition => line(testNode("on", "chain", { chain: uuid }));

export async function makePublishedChain(
  store: ChainControl,
  accountId: number,
  name: string,
  definition: ChainDefinition = saving,
): Promise<FoundChain> {
  const chain = unwrap(await createChain(store, { accountId, name, definition }));
  unwrap(await publishChain(store, chain.uuid));
  return chain;
}
