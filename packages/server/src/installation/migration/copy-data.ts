import type { TableShape } from "./migrated-tables.ts";
import type {
  Cursor,
  MigrationData,
  MigrationTarget,
  Page,
  StepProgress,
  StepWrite,
} from "./migration-data.ts";

/** Called after every page. */
export type CopyProgress = (step: string, progress: StepProgress, expectedItems: number) => void;

/**
 * Copies everything, one page after the other. The progress of a step is committed together with its rows, so a copy
 * that was killed continues where it stopped, and no row is written twice.
 */
export async function copyData(
  source: MigrationData,
  target: MigrationTarget,
  tables: readonly TableShape[],
  onProgress: CopyProgress,
): Promise<void> {
  for (const step of stepsOf(source, target, tables)) await copyStep(step, target, onProgress);
  await target.finish(await source.totals());
}

interface CopyStep {
  readonly name: string;
  count(): Promise<number>;
  /** Copies one page and resolves to the progress that was committed with it. */
  copyPage(before: StepProgress): Promise<StepProgress>;
}

async function copyStep(step: CopyStep, target: MigrationTarget, onProgress: CopyProgress): Promise<void> {
  let progress = await target.progress(step.name);
  if (progress.isDone) return;
  const expected = await step.count();
  while (!progress.isDone) {
    progress = await step.copyPage(progress);
    onProgress(step.name, progress, expected);
  }
}

/** Control data comes first, because the store depends on it. */
function* stepsOf(
  source: MigrationData,
  target: MigrationTarget,
  tables: readonly TableShape[],
): Iterable<CopyStep> {
  const ofPart = (part: TableShape["part"]) => tables.filter((table) => table.part === part);
  for (const table of ofPart("control")) yield tableStep(source, target, table);
  for (const table of ofPart("control").filter(({ later = [] }) => later.length > 0))
    yield makeStep(`${table.name}, references`, {
      count: () => source.count(table),
      read: (after) => source.rows(table, after),
      write: (rows, write) => target.writeLater(table, rows, write),
    });
  yield makeStep("blocks of readings", {
    count: () => source.count("blocks"),
    read: (after) => source.blocks(after),
    write: (blocks, write) => target.writeBlocks(blocks, write),
  });
  yield makeStep("single readings", {
    count: () => source.count("readings"),
    read: (after) => source.readings(after),
    write: (readings, write) => target.writeReadings(readings, write),
  });
  yield makeStep("requests", {
    count: () => source.count("requests"),
    read: (after) => source.requests(after),
    write: (requests, write) => target.writeRequests(requests, write),
  });
  for (const table of ofPart("store")) yield tableStep(source, target, table);
}

function tableStep(source: MigrationData, target: MigrationTarget, table: TableShape): CopyStep {
  return makeStep(table.name, {
    count: () => source.count(table),
    read: (after) => source.rows(table, after),
    write: (rows, write) => target.writeRows(table, rows, write),
  });
}

interface StepParts<Item> {
  count(): Promise<number>;
  read(after: Cursor | null): Promise<Page<Item>>;
  write(items: readonly Item[], write: StepWrite): Promise<void>;
}

function makeStep<Item>(name: string, { count, read, write }: StepParts<Item>): CopyStep {
  return {
    name,
    count,
    async copyPage(before) {
      const { items, next } = await read(before.cursor);
      const progress = { cursor: next, items: before.items + items.length, isDone: next === null };
      await write(items, { step: name, progress });
      return progress;
    },
  };
}
