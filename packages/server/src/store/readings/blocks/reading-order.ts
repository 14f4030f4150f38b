import type { SortOrder } from "@weir/protocol/closed-sets";
import type { ReadingKey } from "../reading-queries.ts";

/** The key after every reading of that time. */
export function endOf(atUs: number): ReadingKey {
  return { atUs, value: Number.POSITIVE_INFINITY };
}

/** The key before every reading of that time. */
export function startOf(atUs: number): ReadingKey {
  return { atUs, value: Number.NEGATIVE_INFINITY };
}

/** The first time at which a reading may come after this key. */
export function nextUs({ atUs, value }: ReadingKey): number {
  return value === Number.POSITIVE_INFINITY ? atUs + 1 : atUs;
}

/** The last time at which a reading may come before this key. */
export function previousUs({ atUs, value }: ReadingKey): number {
  return value === Number.NEGATIVE_INFINITY ? atUs - 1 : atUs;
}

export function isBefore(left: ReadingKey, right: ReadingKey): boolean {
  return left.atUs < right.atUs || (left.atUs === right.atUs && left.value < right.value);
}

/** Merges two ordered lists into one ordered list. */
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
