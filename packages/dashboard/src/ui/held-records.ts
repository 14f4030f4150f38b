export interface Identified {
  readonly id: number;
}

/** A list of records that does not change while somebody reads it. */
export interface HeldRecords<Item> {
  readonly items: readonly Item[];
  /** How many new records are not among the items yet. */
  readonly newCount: number;
  /** The items that are no longer in the list. */
  readonly goneIds: ReadonlySet<number>;
}

/** The server's current list, the newest first. */
interface Listed<Item> {
  readonly items: readonly Item[];
  /** Whether there are older ones that were not loaded. */
  readonly hasMore: boolean;
}

const noneGone: ReadonlySet<number> = new Set();

export function asListed<Item>({ items }: Listed<Item>): HeldRecords<Item> {
  return { items, newCount: 0, goneIds: noneGone };
}

/**
 * Every row keeps its place and shows its current state. New rows are only counted, rows that left are marked, and
 * older rows that somebody loaded follow at the end.
 */
export function holdRecords<Item extends Identified>(
  shown: readonly Item[],
  listed: Listed<Item>,
): HeldRecords<Item> {
  const oldestShown = shown.at(-1);
  if (oldestShown === undefined) return asListed(listed);
  const byId = new Map(listed.items.map((item) => [item.id, item]));
  const shownIds = new Set(shown.map(({ id }) => id));
  const others = listed.items.filter(({ id }) => !shownIds.has(id));
  const older = others.filter(({ id }) => id < oldestShown.id);
  // A row below the loaded part has not left the list. New rows have pushed it down.
  const askedDownTo = listed.hasMore ? (listed.items.at(-1)?.id ?? 0) : 0;
  const gone = shown.filter(({ id }) => !byId.has(id) && id > askedDownTo);
  return {
    items: [...shown.map((item) => byId.get(item.id) ?? item), ...older],
    newCount: others.length - older.length,
    goneIds: new Set(gone.map(({ id }) => id)),
  };
}
