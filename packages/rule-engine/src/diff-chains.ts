import type { ChainDefinition, ChainNode, Point, Wire } from "./chain.ts";

/**
 * The differences between two definitions of a chain. Nodes are the same if they have the same id. Moving a node in the editor
 * does not affect readings, so moves are separate; the order of nodes and wires is no difference.
 */
export interface ChainDiff {
  readonly nodesAdded: readonly ChainNode[];
  readonly nodesRemoved: readonly ChainNode[];
  readonly nodesChanged: readonly ChangedNode[];
  readonly nodesMoved: readonly MovedNode[];
  readonly wiresAdded: readonly Wire[];
  readonly wiresRemoved: readonly Wire[];
}

interface ChangedNode {
  readonly nodeId: string;
  readonly changes: readonly MemberChange[];
}

interface MemberChange {
  /** `type`, `name`, `version`, or a field of the configuration: `config.value`. */
  readonly member: string;
  /** Null if the field was missing, which means the same to a node. */
  readonly before: unknown;
  readonly after: unknown;
}

interface MovedNode {
  readonly nodeId: string;
  readonly before: Point;
  readonly after: Point;
}

export function diffChains(before: ChainDefinition, after: ChainDefinition): ChainDiff {
  const nodes = pair(before.nodes, after.nodes, ({ id }) => id);
  const wires = pair(before.wires, after.wires, ({ from, output, to }) => JSON.stringify([from, output, to]));
  const changed = nodes.both.map(([was, is]) => ({ nodeId: is.id, changes: memberChanges(was, is) }));
  const moved = nodes.both.map(([was, is]) => ({ nodeId: is.id, before: was.position, after: is.position }));
  return {
    nodesAdded: nodes.added,
    nodesRemoved: nodes.removed,
    nodesChanged: changed.filter(({ changes }) => changes.length > 0),
    nodesMoved: moved.filter((node) => !isSameJson(node.before, node.after)),
    wiresAdded: wires.added,
    wiresRemoved: wires.removed,
  };
}

export function isEmptyDiff(diff: ChainDiff): boolean {
  return Object.values(diff).every((differences: readonly unknown[]) => differences.length === 0);
}

interface Paired<Item> {
  readonly both: readonly (readonly [before: Item, after: Item])[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
}

/** A draft may have an id or a wire twice: the first is paired with the first, the second with the second. */
function pair<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Paired<Item> {
  const was = numbered(before, keyOf);
  const is = numbered(after, keyOf);
  return {
    both: [...was].flatMap(([key, item]) => {
      const other = is.get(key);
      return other === undefined ? [] : [[item, other] as const];
    }),
    added: [...is].flatMap(([key, item]) => (was.has(key) ? [] : [item])),
    removed: [...was].flatMap(([key, item]) => (is.has(key) ? [] : [item])),
  };
}

function numbered<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const key = keyOf(item);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return [`${count} ${key}`, item];
    }),
  );
}

function memberChanges(before: ChainNode, after: ChainNode): MemberChange[] {
  const was = membersOf(before);
  const is = membersOf(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((member) => ({ member, before: was.get(member) ?? null, after: is.get(member) ?? null }))
    .filter((change) => !isSameJson(change.before, change.after));
}

function membersOf({ type, name, version, config }: ChainNode): Map<string, unknown> {
  const fields = Object.entries(config).map(([field, value]) => [`config.${field}`, value] as const);
  return new Map<string, unknown>([["type", type], ["name", name], ["version", version], ...fields]);
}

/** The order of an object's members is no difference, that of a list's items is. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const members = new Map<string, unknown>(Object.entries(b));
  const entries = Object.entries(a);
  return (
    entries.length === members.size &&
    entries.every(([key, value]) => members.has(key) && isSameJson(value, members.get(key)))
  );
}
