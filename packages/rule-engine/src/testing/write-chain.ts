import type { ChainDefinition, ChainNode } from "../chain.ts";

/** For tests: a chain written as lines. `input` exists already; a node that is not listed has its id as its type. */
export function writeChain(
  wires: readonly string[],
  nodes: Readonly<Record<string, readonly [type: string, config?: ChainNode["config"]]>> = {},
): ChainDefinition {
  const parsed = wires.map((wire) => {
    const [from = "", output = "", to = ""] = wire.split(" ");
    return { from, output, to };
  });
  const ids = new Set(["input", ...Object.keys(nodes), ...parsed.map(({ to }) => to)]);
  return {
    nodes: Array.from(ids, (id) => {
      const [type, config = {}] = nodes[id] ?? [id];
      return { id, type, version: 1, name: "", config, position: { x: 0, y: 0 } };
    }),
    wires: parsed,
  };
}

/** For tests: a node that is named after its id. */
export function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}
