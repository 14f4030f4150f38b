import type { ChainDefinition, ChainNode } from "./chain.ts";
import { failureOutput } from "./node-type.ts";
import type { ReadNode } from "./read-nodes.ts";

/** An output without a wire, by which a reading can leave its node and end although nothing has saved it. */
interface UnsavedEnd {
  readonly node: ChainNode;
  readonly output: string;
}

/** A node and where each of its outputs leads. */
interface Place {
  readonly node: ChainNode;
  readonly safeEnds: readonly string[];
  readonly targets: Map<string, Place[]>;
  /** Whether every reading that enters here is accounted for, whichever outputs it takes. Null until it is computed. */
  settles: boolean | null;
}

/**
 * Finds the outputs where readings are lost, in the order in which readings get there.
 *
 * A reading takes one output of a node and follows all wires of it, so one branch that accounts for it is enough: a
 * branch that saves it, ends it on purpose, hands it to another chain or keeps it as a dead letter. Branches count as
 * independent: of two filters side by side that save complementary halves, both are reported.
 *
 * The nodes must be valid and the wires must not loop. Takes time in proportion to nodes and wires.
 */
export function findUnsavedEnds(chain: ChainDefinition, nodes: readonly ReadNode[]): UnsavedEnd[] {
  const places = connect(chain, nodes);
  // The set grows while it is walked, so this ends when readings reach no new place unsaved.
  const exposed = new Set(places.filter(({ node }) => node.type === "input"));
  const ends: UnsavedEnd[] = [];
  for (const place of exposed) {
    for (const [output, targets] of place.targets) {
      if (settlesBy(place, output)) continue;
      if (targets.length === 0) ends.push({ node: place.node, output });
      for (const target of targets) exposed.add(target);
    }
  }
  return ends;
}

function connect({ nodes, wires }: ChainDefinition, readings: readonly ReadNode[]): Place[] {
  const places = nodes.map((node, index): Place => {
    const read = readings[index]!;
    const safeEnds = read.ok ? (read.type.safeEnds ?? []) : [];
    return { node, safeEnds, targets: new Map(read.outputs.map((output) => [output, []])), settles: null };
  });
  const byId = new Map(places.map((place) => [place.node.id, place]));
  for (const { from, output, to } of wires) byId.get(from)!.targets.get(output)!.push(byId.get(to)!);
  return places;
}

function settles(place: Place): boolean {
  place.settles ??= [...place.targets.keys()].every((output) => settlesBy(place, output));
  return place.settles;
}

function settlesBy({ safeEnds, targets }: Place, output: string): boolean {
  if (safeEnds.includes(output)) return true;
  const next = targets.get(output)!;
  // A failure without a wire makes a dead letter, which is kept.
  return next.length === 0 ? output === failureOutput : next.some(settles);
}
