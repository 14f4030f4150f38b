import { type Audit, nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control } from "../../../control/control.ts";
import {
  advanceImport,
  type ImportChanges,
  type ImportRecord,
  insertImportProblems,
  type LineProblem,
} from "../../../control/imports/imports.ts";
import { SensorLookup } from "../../../control/sensors/sensor-lookup.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { ImportSink } from "../../core/import-sink.ts";
import { type Refusal, type Result, refuse, succeed } from "../../core/manage-error.ts";
import { actionOnImport, commitImport, findImport } from "./commit-import.ts";
import { readPortion } from "./portion-reader.ts";

/**
 * How many bytes are read, accepted and recorded at a time. A crash repeats this much, and the processor gets it at
 * once.
 */
const portionBytes = 256 * 1024;
/** How many problems of an import are kept with their lines. Others are only counted. */
const problemsKeptMax = 1000;

/**
 * Accepts the bytes of a file from `offset` on. Resolves when they are durable.
 *
 * For each portion, the readings go to the sink first. Then the new offset, the start of a cut line and the counts are
 * recorded. A crash in between leaves the old offset, so the same bytes come again, and the sink's promise makes the
 * repeat harmless: in the store it is the same row, and on the way through the chain it is counted as a duplicate. Two
 * uploads of the same part cannot both be recorded, because each names the offset it started from.
 */
export async function appendPart(
  control: Control,
  sink: ImportSink,
  part: { readonly uuid: string; readonly offset: number; readonly bytes: Uint8Array },
): Promise<Result<ImportRecord>> {
  const found = await findImport(control, part.uuid);
  if (!found.ok) return found;
  let record = found.value;
  if (record.state === "finished") return refuse("import_finished", "The import is finished.");
  if (record.receivedBytes !== part.offset) return wrongOffset(record);
  const sensors = new SensorLookup(control, record.accountId);
  for (let start = 0; start < part.bytes.length; start += portionBytes) {
    const bytes = part.bytes.subarray(start, start + portionBytes);
    const taken = await takePortion(control, sink, record, { bytes, isEnd: false, sensors });
    if (!taken.ok) return taken;
    record = taken.value;
    await giveWay();
  }
  return succeed(record);
}

/** Accepts a last line without a line break, and closes the import. Finishing twice has no further effect. */
export async function finishImport(
  control: Control,
  sink: ImportSink,
  uuid: string,
): Promise<Result<ImportRecord>> {
  const found = await findImport(control, uuid);
  if (!found.ok || found.value.state === "finished") return found;
  const sensors = new SensorLookup(control, found.value.accountId);
  return takePortion(control, sink, found.value, { bytes: new Uint8Array(0), isEnd: true, sensors });
}

interface Portion {
  readonly bytes: Uint8Array;
  readonly isEnd: boolean;
  readonly sensors: SensorLookup;
}

async function takePortion(
  control: Control,
  sink: ImportSink,
  record: ImportRecord,
  { bytes, isEnd, sensors }: Portion,
): Promise<Result<ImportRecord>> {
  const { carry, skipping, lines, header } = record;
  const before = { split: { carry, skipping, lines }, header };
  const nowUs = control.nowUs();
  const times = { nowUs, latestUs: nowUs + sink.aheadMaxMs * 1000 };
  const read = await readPortion({ ...record, sensors, times }, before, bytes, isEnd);
  if (read.badHeader !== null) return endAtHeader(control, record, read.badHeader);
  const isEmpty = read.readings.values.length === 0;
  const taken = isEmpty ? { accepted: 0, duplicates: 0 } : await sink.take(record.mode, read.readings);
  const { split, problems } = read;
  const changes: ImportChanges = {
    state: isEnd ? "finished" : "open",
    received_bytes: record.receivedBytes + bytes.length,
    lines: split.lines,
    accepted: record.accepted + taken.accepted,
    duplicates: record.duplicates + taken.duplicates,
    problems: record.problemCount + problems.length,
    header: read.header === null ? null : JSON.stringify(read.header),
    carry: split.carry,
    skipping: split.skipping ? 1 : 0,
    updated_at: control.nowUs(),
  };
  return writeDown(
    control,
    record,
    changes,
    problems.slice(0, Math.max(0, problemsKeptMax - record.problemCount)),
  );
}

/** No line can be imported, so the import ends here. Its problem stays to be seen. */
async function endAtHeader(
  control: Control,
  record: ImportRecord,
  problem: LineProblem,
): Promise<Result<ImportRecord>> {
  const changes: ImportChanges = {
    state: "finished",
    received_bytes: record.receivedBytes,
    lines: problem.line,
    accepted: record.accepted,
    duplicates: record.duplicates,
    problems: record.problemCount + 1,
    header: null,
    carry: new Uint8Array(0),
    skipping: 0,
    updated_at: control.nowUs(),
  };
  const written = await writeDown(control, record, changes, [problem]);
  if (!written.ok) return written;
  return refuse("bad_header", `The file has no usable header row. ${problem.reason} Nothing was imported.`);
}

async function writeDown(
  control: Control,
  record: ImportRecord,
  changes: ImportChanges,
  problems: readonly LineProblem[],
): Promise<Result<ImportRecord>> {
  return commitImport(control, async (tx) => {
    const value = await advanceImport(tx, record, changes);
    if (value === undefined) {
      const now = await findImport({ ...control, db: tx }, record.uuid);
      return now.ok ? wrongOffset(now.value) : now;
    }
    await insertImportProblems(tx, record.id, problems);
    const audit: Audit =
      value.state === "finished"
        ? [actionOnImport("import.finish", value)]
        : nothingToAudit("parts belong to an import that is in the log since it was made");
    return succeed({ value, audit });
  });
}

function wrongOffset({ receivedBytes: uploadOffset }: ImportRecord): Refusal {
  const { error } = refuse(
    "wrong_offset",
    `The import has received ${uploadOffset} bytes. Continue from there.`,
  );
  return { ok: false, error: { ...error, uploadOffset } };
}
