/** The number of readings by outcome, as statistics and system status count them. */
interface ReadingTotals<Accepted extends number | null> {
  /** May be null for a whole installation, if it is unknown. */
  readonly accepted: Accepted;
  readonly saved: number;
  readonly already_stored: number;
  readonly ended: number;
  readonly dead: number;
  readonly duplicates: number;
  readonly rejected: Readonly<Record<string, number | undefined>>;
}

interface ReadingCount<Count> {
  readonly name: string;
  readonly count: Count;
  readonly meaning: string;
}

/**
 * The counts, named as on every page. Every accepted reading ends as one of the next four: saved, already stored, not
 * saved or failed.
 */
export function readingCounts<Accepted extends number | null>(
  totals: ReadingTotals<Accepted>,
): readonly ReadingCount<Accepted | number>[] {
  return [
    { name: "Accepted", count: totals.accepted, meaning: "Readings that were accepted and processed" },
    { name: "Saved", count: totals.saved, meaning: "Readings that a rule chain saved" },
    {
      name: "Already stored",
      count: totals.already_stored,
      meaning: "Readings with a time and value that were already stored",
    },
    {
      name: "Not saved",
      count: totals.ended,
      meaning:
        "Readings that left their rule chain without being saved, including those that a chain ends on purpose",
    },
    {
      name: "Failed",
      count: totals.dead,
      meaning: "Readings that failed in a rule chain and became dead letters",
    },
    { name: "Duplicates", count: totals.duplicates, meaning: "Readings that had already been accepted" },
    { name: "Rejected", count: rejectedCount(totals), meaning: "Readings that were not accepted" },
  ];
}

export function rejectedCount({ rejected }: Pick<ReadingTotals<null>, "rejected">): number {
  return Object.values(rejected).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
