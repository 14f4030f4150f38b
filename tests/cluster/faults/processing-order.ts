/**
 * One step in the order in which a sensor's readings were processed. A chain saves the difference between the number of
 * the sensor's previous reading and this one. Readings are numbered in the order in which they were sent.
 */
export interface ProcessedReading {
  /** The number of the reading. */
  readonly nth: number;
  /** The difference between its number and that of the reading processed just before. */
  readonly step: number;
}

export interface SentInOrder {
  /** The numbers of the readings of a sensor run from `first` to `last`. */
  readonly first: number;
  readonly last: number;
  /** How many requests contained the reading with this number. */
  readonly timesSent: (nth: number) => number;
}

/**
 * Finds violations of the order and readings that were processed more often than they were sent, in words. Every
 * reading must be processed after all readings that were sent before it. A reading that was sent several times may be
 * processed again later, as often as it was sent. The store keeps only one of several equal steps to a reading, so a
 * repeated run of readings shows only at its first reading.
 */
export function disorder(sent: SentInOrder, processed: readonly ProcessedReading[]): string[] {
  const found: string[] = [];
  const stepsOf = Map.groupBy(processed, ({ nth }) => nth);
  // A repeated run of readings shows at its first one, because the steps within the run are stored already.
  const wasRepeated = (nth: number): boolean => {
    let first = nth;
    while (first >= sent.first && !stepsTo(first).some((step) => step <= 0) && stepsTo(first).includes(1))
      first--;
    return nth < sent.first || stepsTo(first).some((step) => step <= 0);
  };
  for (let nth = sent.first; nth <= sent.last; nth++) {
    // The first reading of a sensor has no previous one, so no step is saved for it.
    const steps = nth === 1 ? [1, ...stepsTo(nth)] : stepsTo(nth);
    if (steps.length === 0) found.push(`reading ${nth} was not processed`);
    else if (!steps.some((step) => step > 0))
      found.push(`reading ${nth} came after reading ${nth - steps[0]!}`);
    if (steps.length > sent.timesSent(nth))
      found.push(`reading ${nth} was sent ${sent.timesSent(nth)} times and processed ${steps.length} times`);
    // Only a late repeat can come between two readings that were sent one after the other.
    const skips = steps.filter((step) => step > 1 && !wasRepeated(nth - step));
    if (skips.length > 0) found.push(`reading ${nth} came right after reading ${nth - skips[0]!}`);
  }
  return found;

  function stepsTo(nth: number): number[] {
    return (stepsOf.get(nth) ?? []).map(({ step }) => step);
  }
}
