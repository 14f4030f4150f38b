/**
 * The order in which a sensor's readings were processed, told by a chain that saves the step from the sensor's previous reading to
 * this one. The readings of a sensor are numbered as they were sent, one after the other.
 */
export interface ProcessedReading {
  /** The number of the reading. */
  readonly nth: number;
  /** How much its number is higher than that of the reading that was processed just before. */
  readonly step: number;
}

export interface SentInOrder {
  /** The numbers of the readings of a sensor run from `first` to `last`. */
  readonly first: number;
  readonly last: number;
  /** How many requests had the reading with this number. */
  readonly timesSent: (nth: number) => number;
}

/**
 * What contradicts the order, in words, and what was processed more often than it was sent. Of several steps of the same size to a
 * reading the store has one, so a run of readings that is processed again shows at its first reading only. Nothing is found
 * where every reading was processed after all that were sent before it. A reading that was sent more than once may be processed again at
 * any later time, and as often as it was sent.
 */
export function disorder(sent: SentInOrder, processed: readonly ProcessedReading[]): string[] {
  const found: string[] = [];
  const stepsOf = Map.groupBy(processed, ({ nth }) => nth);
  // A run of readings that was repeated shows at its first one: the steps within the run are there already.
  const wasRepeated = (nth: number): boolean => {
    let first = nth;
    while (first >= sent.first && !stepsTo(first).some((step) => step <= 0) && stepsTo(first).includes(1))
      first--;
    return nth < sent.first || stepsTo(first).some((step) => step <= 0);
  };
  for (let nth = sent.first; nth <= sent.last; nth++) {
    // Nothing comes before the very first reading of a sensor, so that no step to it is saved.
    const steps = nth === 1 ? [1, ...stepsTo(nth)] : stepsTo(nth);
    if (steps.length === 0) found.push(`reading ${nth} was not processed`);
    else if (!steps.some((step) => step > 0))
      found.push(`reading ${nth} came after reading ${nth - steps[0]!}`);
    if (steps.length > sent.timesSent(nth))
      found.push(`reading ${nth} was sent ${sent.timesSent(nth)} times and processed ${steps.length} times`);
    // Only a repeat that came late can stand between two readings that were sent one after the other.
    const skips = steps.filter((step) => step > 1 && !wasRepeated(nth - step));
    if (skips.length > 0) found.push(`reading ${nth} came right after reading ${nth - skips[0]!}`);
  }
  return found;

  function stepsTo(nth: number): number[] {
    return (stepsOf.get(nth) ?? []).map(({ step }) => step);
  }
}
