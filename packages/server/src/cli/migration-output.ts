import type { Migrated, MigrationPlan } from "../installation/migration/migration-run.ts";
import { formatTable } from "./table.ts";

/** Shows what was copied, with the counts and checksums of both sides. Empty subjects are left out. */
export function migratedTable({ from, to, comparisons }: Migrated): string {
  const rows = comparisons
    .filter(({ source, target }) => source.items > 0 || target.items > 0)
    .map(({ subject, source, target, isSame }) => [
      ...[subject, String(source.items), String(target.items), source.sum, target.sum],
      isSame ? "same" : "DIFFERENT",
    ]);
  const header = ["DATA", "SOURCE", "COPY", "CHECKSUM OF SOURCE", "CHECKSUM OF COPY", ""];
  return `Copied ${from} into ${to}.\n\n${formatTable(header, rows)}`;
}

export function plannedTable({ from, to, waiting, subjects }: MigrationPlan): string {
  const rows = subjects
    .filter(({ items }) => items > 0)
    .map(({ subject, items }) => [subject, String(items)]);
  const before =
    waiting === 0 ? "" : `\nAccepted readings in the queue, which would be processed first: ${waiting}\n`;
  return `Would copy ${from} into ${to}. Nothing was changed.\n${before}\n${formatTable(["DATA", "ROWS"], rows)}`;
}
