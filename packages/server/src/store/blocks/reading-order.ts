import type { SortOrder } from "@weir/protocol/closed-sets";
import type { ReadingKey } from "../reading-queries.ts";

/** After everything of that time. */
export function endOf(atUs: number): ReadingKey {
  return { atUs, value: Number.POSITIVE_INFINITY };
}

/** Before everything of that time. */
export function startOf(atUs: number): ReadingKey {
  return { atUs, value: Number.NEGATIVE_INFINITY };
}

/** The first time at which something may come after this. */
export function nextUs({ atUs, value }: ReadingKey): number {
  return value === Number.POSITIVE_INFINITY ? atUs + 1 : atUs;
}

/** The last time at which something may come before this. */
export function previousUs({ atUs, value }: ReadingKey): number {
  return value === Number.NEGATIVE_INFINITY ? atUs - 1 : atUs;
}

export function isBefore(left: ReadingKey, right: ReadingKey): boolean {
  return left.atUs < right.atUs || (left.atUs === right.atUs && left.value < right.value);
}

/** Lists what both list, each of them in this order, in this order. */
export function* mergeInOrder<Reading extends ReadingKey>(
  left: Iterator<Reading>,
  right: Iterator<Reading>,
  order: SortOrder,
): IterableIterator<Reading> {
  let nextLeft = left.next();
  let nextRight = right.next();
  while (!nextLeft.done && !nextRight.done) {
    if (isBefore(nextLeft.value, nextRight.value) === (order === "asc")) {
      yield nextLeft.value;
      nextLeft = left.next();
    } else {
      yield nextRight.value;
      nextRight = right.next();
    }
  }
  for (; !nextLeft.done; nextLeft = left.next()) yield nextLeft.value;
  for (; !nextRight.done; nextRight = right.next()) yield nextRight.value;
}
