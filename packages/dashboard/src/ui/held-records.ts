export interface Identified {
  readonly id: number;
}

/** A list of records that holds still while somebody reads it. */
export interface HeldRecords<Item> {
  readonly items: readonly Item[];
  /** How many have come and are not among the items yet. */
  readonly newCount: number;
  /** Of the items, those that are no longer in the list. */
  readonly goneIds: ReadonlySet<number>;
}

/** What the server lists now, the newest first. */
interface Listed<Item> {
  readonly items: readonly Item[];
  /** There are older ones, which were not asked for. */
  readonly hasMore: boolean;
}

const noneGone: ReadonlySet<number> = new Set();

export function asListed<Item>({ items }: Listed<Item>): HeldRecords<Item> {
  return { items, newCount: 0, goneIds: noneGone };
}

/**
 * Every row stays where it is, as it is now: new ones are only counted, those that left are told, and older ones, which
 * somebody asked for, follow at the end.
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
  // What is further down than the server was asked for has not left: it was pushed down by new ones.
  const askedDownTo = listed.hasMore ? (listed.items.at(-1)?.id ?? 0) : 0;
  const gone = shown.filter(({ id }) => !byId.has(id) && id > askedDownTo);
  return {
    items: [...shown.map((item) => byId.get(item.id) ?? item), ...older],
    newCount: others.length - older.length,
    goneIds: new Set(gone.map(({ id }) => id)),
  };
}
