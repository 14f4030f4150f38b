import type { ClusterConfig } from "../../config/is-cluster.ts";
import type { Config } from "../../config/settings.ts";
import type { Log } from "../../platform/log.ts";
import { type CopyProgress, copyData } from "./copy-data.ts";
import type { TableShape } from "./migrated-tables.ts";
import type { MigrationData, MigrationTarget } from "./migration-data.ts";
import { MigrationError } from "./migration-error.ts";
import { type Comparison, verifyData } from "./verify-data.ts";

/** The options and parts of a migration. */
export interface MigrationRun {
  /** With the addresses of the cluster; `data` is the data folder. */
  readonly config: ClusterConfig;
  /** Empties a half-filled target and begins again. */
  readonly restart: boolean;
  /** Copies a cluster that is larger than an embedded installation should be. */
  readonly force: boolean;
  readonly log: Log;
  readonly report: MigrationReport;
  /** Starts a processor in this process, which settles the waiting readings of the queue of these settings. */
  readonly startProcessor: (config: Config) => Promise<{ stop(): Promise<void> }>;
}

/** Receives the progress. */
export interface MigrationReport {
  readonly copied: CopyProgress;
  readonly verifying: (subject: string) => void;
  /** A sentence for the person who waits. */
  readonly note: (text: string) => void;
}

export interface Migrated {
  readonly from: string;
  readonly to: string;
  readonly comparisons: readonly Comparison[];
}

/** What would be copied. */
export interface MigrationPlan {
  readonly from: string;
  readonly to: string;
  /** Accepted readings that would be processed first. */
  readonly waiting: number;
  readonly subjects: readonly { readonly subject: string; readonly items: number }[];
}

/** Copies and compares. Throws if the copy differs. */
export async function copyAndVerify(
  source: MigrationData,
  target: MigrationTarget,
  tables: readonly TableShape[],
  report: MigrationReport,
): Promise<Comparison[]> {
  await copyData(source, target, tables, report.copied);
  const comparisons = await verifyData(source, target, tables, report.verifying);
  const different = comparisons.filter(({ isSame }) => !isSame);
  if (different.length === 0) return comparisons;
  const list = different
    .map(
      ({ subject, source: one, target: other, hint }) =>
        `\n  ${subject}: ${one.items} (${one.sum}) in the source, ${other.items} (${other.sum}) in the copy${hint === undefined ? "" : `; ${hint}`}`,
    )
    .join("");
  throw new MigrationError(
    "migration_differs",
    `The copy is not the same as the source:${list}\nThe source was not changed. Run the command again with --restart to copy everything again.`,
  );
}

export async function planOf(
  source: MigrationData,
  tables: readonly TableShape[],
): Promise<MigrationPlan["subjects"]> {
  const subjects = tables.map((table) => ({
    subject: table.name,
    what: table as TableShape | CountedSubject,
  }));
  subjects.push({ subject: "blocks of readings", what: "blocks" });
  subjects.push({ subject: "single readings", what: "readings" });
  subjects.push({ subject: "requests", what: "requests" });
  const counted = [];
  for (const { subject, what } of subjects) counted.push({ subject, items: await source.count(what) });
  return counted;
}

type CountedSubject = Exclude<Parameters<MigrationData["count"]>[0], TableShape>;

const lookAgainMs = 100;

/** Lets a processor settle all waiting readings, so that no accepted reading stays behind in the old queue. */
export async function settleWaiting(
  { startProcessor, report }: Pick<MigrationRun, "startProcessor" | "report">,
  config: Config,
  countWaiting: () => Promise<number>,
): Promise<void> {
  let waiting = await countWaiting();
  if (waiting === 0) return;
  report.note(`Processing the accepted readings that are still in the queue: ${waiting}`);
  const processor = await startProcessor(config);
  try {
    while (waiting > 0) {
      await Bun.sleep(lookAgainMs);
      waiting = await countWaiting();
    }
  } finally {
    await processor.stop();
  }
}
