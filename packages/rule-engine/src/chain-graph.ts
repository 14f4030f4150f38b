import type { ChainDefinition } from "./chain.ts";

/** Returns the ids of all nodes that readings can reach from this one, including itself. */
export function reachableFrom(chain: ChainDefinition, start: string): Set<string> {
  const next = successors(chain);
  const reached = new Set([start]);
  // The set grows while it is walked, so this ends when no new node is found.
  for (const id of reached) for (const to of next.get(id) ?? []) reached.add(to);
  return reached;
}

/** Returns the ids along a loop, its first node repeated at the end; null if there is no loop. */
export function findLoop(chain: ChainDefinition): string[] | null {
  const next = successors(chain);
  const finished = new Set<string>();
  const walk = (id: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(id);
    if (start !== -1) return [...path.slice(start), id];
    if (finished.has(id)) return null;
    for (const to of next.get(id) ?? []) {
      const loop = walk(to, [...path, id]);
      if (loop !== null) return loop;
    }
    finished.add(id);
    return null;
  };
  for (const { id } of chain.nodes) {
    const loop = walk(id, []);
    if (loop !== null) return loop;
  }
  return null;
}

/**
 * Returns the weight of the heaviest way of a reading through the chain, with each node counted as often as it is visited. A
 * reading leaves a node by one output, along all of its wires. If wires of one output meet again, everything after that is
 * visited once per wire, so a chain of a few dozen nodes can cause more visits than there is time for.
 */
export function heaviestWay(chain: ChainDefinition, start: string, weightOf: (id: string) => number): number {
  const byOutput = new Map<string, Map<string, string[]>>();
  for (const { from, output, to } of chain.wires) {
    const outputs = byOutput.get(from) ?? new Map<string, string[]>();
    byOutput.set(from, outputs.set(output, [...(outputs.get(output) ?? []), to]));
  }
  const weights = new Map<string, number>();
  const weigh = (id: string): number => {
    const known = weights.get(id);
    if (known !== undefined) return known;
    let heaviest = 0;
    for (const targets of byOutput.get(id)?.values() ?? []) {
      heaviest = Math.max(
        heaviest,
        targets.reduce((sum, to) => sum + weigh(to), 0),
      );
    }
    const weight = weightOf(id) + heaviest;
    weights.set(id, weight);
    return weight;
  };
  return weigh(start);
}

function successors({ wires }: ChainDefinition): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of wires) next.set(from, [...(next.get(from) ?? []), to]);
  return next;
}
