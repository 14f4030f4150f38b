/** Readings of a sensor are listed in order of time, then value. */
export interface ReadingKey {
  readonly atUs: number;
  readonly value: number;
}

/** After everything of that time. */
export function endOf(atUs: number): ReadingKey {
  return { atUs, value: Number.POSITIVE_INFINITY };
}

/** The first time at which something may come after this. */
export function nextUs({ atUs, value }: ReadingKey): number {
  return value === Number.POSITIVE_INFINITY ? atUs + 1 : atUs;
}

/** Lists what both list, each of them in order, in order. */
export function* mergeInOrder<Reading extends ReadingKey>(
  left: Iterator<Reading>,
  right: Iterator<Reading>,
): IterableIterator<Reading> {
  let nextLeft = left.next();
  let nextRight = right.next();
  while (!nextLeft.done && !nextRight.done) {
    if (isBefore(nextLeft.value, nextRight.value)) {
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

function isBefore(left: ReadingKey, right: ReadingKey): boolean {
  return left.atUs < right.atUs || (left.atUs === right.atUs && left.value < right.value);
}
