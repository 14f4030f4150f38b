import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { type RecordOrigin, withOrigins } from "../../control/record-origins.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { DeadLetterChoice, ReplaySummary } from "../../process/processor-request.ts";
import type { KeptDeadLetter } from "../../store/dead-letters/record.ts";
import { askAudited } from "../core/ask-audited.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import {
  type PageRequest,
  type RecordReader,
  type RecordWriter,
  recordsPerPageMax,
  toPaging,
} from "../core/records/record-access.ts";
import { type RecordFilter, type RecordIds, resolveFilter } from "../core/records/record-filter.ts";

/** A reading that could not be processed, as people see it. `diedMs` is 0 if the time was not recorded. */
export interface DeadLetterView extends KeptDeadLetter {
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
  const records = await queries.deadLetters({ accountId, ...ids.value, ...toPaging(request) });
  return succeed(await withOrigins(control, records));
}

/** Null if there is none within reach. */
export async function findDeadLetter(
  { control, queries }: RecordReader,
  id: number,
): Promise<DeadLetterView | null> {
  const record = await queries.deadLetter(control.accountId, id);
  return record === null ? null : (await withOrigins(control, [record]))[0]!;
}

/** The named dead letters, or all existing ones that match, up to an id if one is given. */
export type LetterChoice =
  | { readonly ids: readonly number[] }
  | { readonly all: RecordFilter; readonly upToId?: number | undefined };

/**
 * How much is done before an answer. The processor is asked for a portion at a time; without limits, for all of them.
 */
export interface LetterPace {
  readonly lettersPerRequest?: number;
  /** Called before each portion but the first. */
  readonly isTimeUp?: () => boolean;
}

interface Worked {
  /** The named ones that do not exist, or are not within reach. */
  readonly unknownIds: readonly number[];
  /** How many were chosen but not reached, because time was up. */
  readonly remaining: number;
  /**
   * The newest chosen letter; null if there was none. A caller that continues passes it back, so that letters that
   * failed again meanwhile are not included.
   */
  readonly upToId: number | null;
}

interface Replayed extends ReplaySummary, Worked {}

/**
 * Runs the readings through the chains that apply to them now, oldest first. Readings that fail again become new
 * letters. If a fault occurs midway, what was done stays done, and the rest can be replayed again.
 */
export async function replayDeadLetters(
  writer: RecordWriter,
  choice: LetterChoice,
  pace: LetterPace = {},
): Promise<Result<Replayed>> {
  const total = { replayed: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0, skipped: 0 };
  return askAudited(
    writer.control,
    actionOnLetters(writer, "dead-letter.replay", choice),
    async () => {
      const worked = await work(writer, choice, pace, async (letters) => {
        const summary = await writer.ask({ kind: "replay dead letters", letters });
        for (const key of summaryKeys) total[key] += summary[key];
      });
      return worked.ok ? succeed({ ...total, ...worked.value }) : worked;
    },
    (done) => {
      if (!done.ok || total.replayed + total.skipped === 0) return null;
      const { alreadyStored, ...counts } = total;
      return { after: { ...counts, already_stored: alreadyStored, remaining: done.value.remaining } };
    },
  );
}

const summaryKeys = ["replayed", "saved", "alreadyStored", "ended", "dead", "skipped"] as const;

interface Discarded extends Worked {
  readonly discarded: number;
}

/** Deletes them permanently. */
export async function discardDeadLetters(
  writer: RecordWriter,
  choice: LetterChoice,
  pace: LetterPace = {},
): Promise<Result<Discarded>> {
  let discarded = 0;
  return askAudited(
    writer.control,
    actionOnLetters(writer, "dead-letter.discard", choice),
    async () => {
      const worked = await work(writer, choice, pace, async (letters) => {
        discarded += (await writer.ask({ kind: "discard dead letters", letters })).discarded;
      });
      return worked.ok ? succeed({ discarded, ...worked.value }) : worked;
    },
    (done) => (done.ok && discarded > 0 ? { after: { discarded, remaining: done.value.remaining } } : null),
  );
}

/**
 * In the log of the account that the store reaches. Letters of several accounts, which only an operator can choose, are
 * in no log.
 */
function actionOnLetters({ control }: RecordWriter, action: string, choice: LetterChoice): AuditedAction {
  const isOne = "ids" in choice && choice.ids.length === 1;
  return {
    accountId: control.accountId,
    action,
    subjectKind: "dead_letter",
    subject: isOne ? String(choice.ids[0]) : "several",
    before: auditedChoice(choice),
  };
}

/** With the names of the API. */
function auditedChoice(choice: LetterChoice) {
  return "ids" in choice ? choice : { all: choice.all, up_to_id: choice.upToId };
}

/** How many letters one request names, because the processor processes no new readings meanwhile. */
const lettersPerRequestMax = 5000;

/** Processes the chosen letters, the oldest first, as long as there is time. */
async function work(
  writer: RecordWriter,
  choice: LetterChoice,
  { lettersPerRequest = lettersPerRequestMax, isTimeUp = () => false }: LetterPace,
  askFor: (letters: DeadLetterChoice) => Promise<void>,
): Promise<Result<Worked>> {
  const chosen = await choose(writer, choice);
  if (!chosen.ok) return chosen;
  const { unknownIds } = chosen.value;
  const ids = chosen.value.ids.toSorted((a, b) => a - b);
  const { accountId } = writer.control;
  let done = 0;
  while (done < ids.length && (done === 0 || !isTimeUp())) {
    const portion = ids.slice(done, done + lettersPerRequest);
    await askFor({ accountId, ids: portion });
    done += portion.length;
  }
  return succeed({ unknownIds, remaining: ids.length - done, upToId: ids.at(-1) ?? null });
}

interface Chosen {
  readonly ids: readonly number[];
  readonly unknownIds: readonly number[];
}

async function choose(reader: RecordReader, choice: LetterChoice): Promise<Result<Chosen>> {
  if ("ids" in choice) return succeed(await chooseNamed(reader, choice.ids));
  const filter = await resolveFilter(reader.control, choice.all);
  if (!filter.ok) return filter;
  return succeed({ ids: await findAll(reader, filter.value, choice.upToId), unknownIds: [] });
}

/** In portions, because letters hold more than is needed here. */
async function chooseNamed({ control, queries }: RecordReader, ids: readonly number[]): Promise<Chosen> {
  const { accountId } = control;
  const known = new Set<number>();
  const named = [...new Set(ids)];
  for (let start = 0; start < named.length; start += recordsPerPageMax) {
    const portion = named.slice(start, start + recordsPerPageMax);
    const found = await queries.deadLetters({ accountId, ids: portion, limit: portion.length });
    for (const { id } of found) known.add(id);
  }
  return {
    ids: named.filter((id) => known.has(id)),
    unknownIds: named.filter((id) => !known.has(id)),
  };
}

/** Page by page, because letters hold more than is needed here, with other work in between. */
async function findAll(
  { control, queries }: RecordReader,
  ids: RecordIds,
  upToId: number | undefined,
): Promise<number[]> {
  const found: number[] = [];
  for (let beforeId = upToId === undefined ? undefined : upToId + 1; ; beforeId = found.at(-1)) {
    const page = await queries.deadLetters({
      accountId: control.accountId,
      ...ids,
      ...toPaging({ beforeId, limit: recordsPerPageMax }),
    });
    for (const { id } of page) found.push(id);
    if (page.length < recordsPerPageMax) return found;
    await giveWay();
  }
}
