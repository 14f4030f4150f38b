import { encodeLine } from "../../store/activity/activity-line.ts";
import type { TableShape } from "./migrated-tables.ts";
import type { MigrationData, Page, Row } from "./migration-data.ts";
import { sensorGroups, sumReadings } from "./reading-checksums.ts";
import { type Checksum, ChecksumBuilder } from "./row-checksum.ts";

/** The counts and checksums of one subject on both sides. */
export interface Comparison {
  readonly subject: string;
  readonly source: Checksum;
  readonly target: Checksum;
  readonly isSame: boolean;
  /** How to find the sensors of readings that differ. */
  readonly hint?: string;
}

const groupsNamedMax = 10;

/**
 * Reads both sides from the beginning, without using anything that the copy remembers, and compares counts and
 * checksums. Readings are compared by their values, sensor by sensor.
 */
export async function verifyData(
  source: MigrationData,
  target: MigrationData,
  tables: readonly TableShape[],
  onProgress: (subject: string) => void,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const compare = async (subject: string, sum: (side: MigrationData) => Promise<Checksum>) => {
    onProgress(subject);
    const [ofSource, ofTarget] = [await sum(source), await sum(target)];
    const isSame = ofSource.items === ofTarget.items && ofSource.sum === ofTarget.sum;
    comparisons.push({ subject, source: ofSource, target: ofTarget, isSame });
  };
  for (const table of tables)
    await compare(table.name, (side) =>
      sumPages(
        (after) => side.rows(table, after),
        (row) => row,
      ),
    );
  comparisons.push(await compareReadings(source, target, onProgress));
  await compare("requests", (side) =>
    sumPages(
      (after) => side.requests(after),
      (record) => {
        // The partition belongs to the queue of each side.
        const position = record.position === null ? null : { ...record.position, partition: 0 };
        return [record.accountId, record.deviceId, record.arrivalMs, encodeLine({ ...record, position })];
      },
    ),
  );
  await compare("totals and last ids", async (side) => {
    const { settled, counters, receiptsForgottenBeforeMs, lastIds } = await side.totals();
    const sums = new ChecksumBuilder();
    const { saved, alreadyStored, ended, dead } = settled;
    sums.add([saved, alreadyStored, ended, dead, receiptsForgottenBeforeMs]);
    for (const [name, count] of Object.entries(counters)) sums.add(["counter", name, count]);
    for (const [table, id] of Object.entries(lastIds)) sums.add([table, id]);
    return sums.finish();
  });
  return comparisons;
}

async function compareReadings(
  source: MigrationData,
  target: MigrationData,
  onProgress: (subject: string) => void,
): Promise<Comparison> {
  const subject = "readings";
  onProgress(subject);
  const ofSource = await sumReadings(source, () => onProgress(subject));
  const ofTarget = await sumReadings(target, () => onProgress(subject));
  const groups = ofSource.differingGroups(ofTarget);
  const named = groups.slice(0, groupsNamedMax).join(", ");
  return {
    subject,
    source: ofSource.total(),
    target: ofTarget.total(),
    isSame: groups.length === 0,
    ...(groups.length === 0 ? {} : { hint: `sensors with id % ${sensorGroups} in (${named})` }),
  };
}

async function sumPages<Item>(
  read: (after: string | null) => Promise<Page<Item>>,
  rowOf: (item: Item) => Row,
): Promise<Checksum> {
  const sums = new ChecksumBuilder();
  for (let after: string | null = null; ; ) {
    const { items, next } = await read(after);
    for (const item of items) sums.add(rowOf(item));
    if (next === null) return sums.finish();
    after = next;
  }
}
