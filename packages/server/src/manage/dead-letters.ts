import type { DeadLetterChoice, ReplaySummary } from "../process/processor-request.ts";
import type { DeadLetterRecord } from "../store/chain-queries.ts";
import { type Result, succeed } from "./manage-error.ts";
import {
  type PageRequest,
  type RecordReader,
  type RecordWriter,
  recordsPerPageMax,
  toPaging,
} from "./record-access.ts";
import { type RecordFilter, type RecordIds, resolveFilter } from "./record-filter.ts";
import { type RecordOrigin, withOrigins } from "./record-origins.ts";

/** A reading that could not be processed, as people see it. `diedMs` is 0 where that was not noted. */
export interface DeadLetterView extends DeadLetterRecord {
  readonly origin: RecordOrigin;
}

/** The newest first. */
export async function listDeadLetters(
  { control, queries }: RecordReader,
  request: RecordFilter & PageRequest,
): Promise<Result<DeadLetterView[]>> {
  const ids = await resolveFilter(control, request);
  if (!ids.ok) return ids;
  const { accountId } = control;
  const records = queries.deadLetters({ accountId, ...ids.value, ...toPaging(request) });
  return succeed(withOrigins(control, records));
}

/** Null where there is none within reach. */
export function findDeadLetter({ control, queries }: RecordReader, id: number): DeadLetterView | null {
  const record = queries.deadLetter(control.accountId, id);
  return record === null ? null : withOrigins(control, [record])[0]!;
}

/** The ones named, or all that are there now and match. */
export type LetterChoice = { readonly ids: readonly number[] } | { readonly all: RecordFilter };

export interface Replayed extends ReplaySummary {
  /** Of those named, the ones that are not there, or not within reach. */
  readonly unknownIds: readonly number[];
}

/**
 * Runs the readings through the chains that apply to them now, oldest first. What fails again is a new letter. A fault
 * half-way leaves what was done until then done: the rest is still there, to be replayed again.
 */
export async function replayDeadLetters(
  writer: RecordWriter,
  choice: LetterChoice,
): Promise<Result<Replayed>> {
  const chosen = await choose(writer, choice);
  if (!chosen.ok) return chosen;
  const { requests, unknownIds } = chosen.value;
  const total = { replayed: 0, saved: 0, ended: 0, dead: 0, skipped: 0 };
  for (const letters of requests) {
    const summary = await writer.ask({ kind: "replay dead letters", letters });
    for (const key of summaryKeys) total[key] += summary[key];
  }
  return succeed({ ...total, unknownIds });
}

const summaryKeys = ["replayed", "saved", "ended", "dead", "skipped"] as const;

export interface Discarded {
  readonly discarded: number;
  readonly unknownIds: readonly number[];
}

/** Removes them for good. */
export async function discardDeadLetters(
  writer: RecordWriter,
  choice: LetterChoice,
): Promise<Result<Discarded>> {
  const chosen = await choose(writer, choice);
  if (!chosen.ok) return chosen;
  const { requests, unknownIds } = chosen.value;
  let discarded = 0;
  for (const letters of requests) {
    discarded += (await writer.ask({ kind: "discard dead letters", letters })).discarded;
  }
  return succeed({ discarded, unknownIds });
}

/** How many letters one request names: the processor takes no new readings while it works on them. */
const lettersPerRequest = 5000;

interface Chosen {
  readonly requests: readonly DeadLetterChoice[];
  readonly unknownIds: readonly number[];
}

async function choose(reader: RecordReader, choice: LetterChoice): Promise<Result<Chosen>> {
  if ("ids" in choice) return succeed(chooseNamed(reader, choice.ids));
  const filter = await resolveFilter(reader.control, choice.all);
  if (!filter.ok) return filter;
  return succeed({ requests: toRequests(reader, findAll(reader, filter.value)), unknownIds: [] });
}

function chooseNamed(reader: RecordReader, ids: readonly number[]): Chosen {
  const { control, queries } = reader;
  const { known = [], unknown = [] } = Object.groupBy(new Set(ids), (id) =>
    queries.deadLetter(control.accountId, id) === null ? "unknown" : "known",
  );
  return { requests: toRequests(reader, known), unknownIds: unknown };
}

/** Page by page, because letters hold more than is needed of them here. */
function findAll({ control, queries }: RecordReader, ids: RecordIds): number[] {
  const found: number[] = [];
  for (let beforeId: number | undefined; ; beforeId = found.at(-1)) {
    const page = queries.deadLetters({
      accountId: control.accountId,
      ...ids,
      ...toPaging({ beforeId, limit: recordsPerPageMax }),
    });
    for (const { id } of page) found.push(id);
    if (page.length < recordsPerPageMax) return found;
  }
}

function toRequests({ control }: RecordReader, ids: readonly number[]): DeadLetterChoice[] {
  const { accountId } = control;
  const inOrder = [...ids].sort((a, b) => a - b);
  const requests: DeadLetterChoice[] = [];
  for (let start = 0; start < inOrder.length; start += lettersPerRequest) {
    requests.push({ accountId, ids: inOrder.slice(start, start + lettersPerRequest) });
  }
  return requests;
}
