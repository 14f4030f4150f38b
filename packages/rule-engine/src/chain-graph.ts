import type { ChainDefinition } from "./chain.ts";

/** The ids of all nodes that readings can get to from this one, itself included. */
export function reachableFrom(chain: ChainDefinition, start: string): Set<string> {
  const next = successors(chain);
  const reached = new Set([start]);
  // A set grows while it is walked, so this ends when no new node is found.
  for (const id of reached) for (const to of next.get(id) ?? []) reached.add(to);
  return reached;
}

/** The ids along a loop, its first node again at the end; null where nothing loops. */
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
 * How many node visits one reading can cause at most. Where wires part and meet again, all that follows is visited once
 * for each way there, so a chain of a few dozen nodes can stand for more visits than there is time.
 */
export function countVisits(chain: ChainDefinition, start: string): number {
  const next = successors(chain);
  const visitsFrom = new Map<string, number>();
  const count = (id: string): number => {
    const known = visitsFrom.get(id);
    if (known !== undefined) return known;
    let visits = 1;
    for (const to of next.get(id) ?? []) visits += count(to);
    visitsFrom.set(id, visits);
    return visits;
  };
  return count(start);
}

function successors({ wires }: ChainDefinition): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of wires) next.set(from, [...(next.get(from) ?? []), to]);
  return next;
}
