import type { deadLetterRoutes } from "@weir/protocol/manage/dead-letter-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { noSuchRecord, recordPage, recordsToPage } from "../../web/record-page.ts";
import type { ApiContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import type { RecordWriter } from "../core/records/record-access.ts";
import { deadLetterToJson } from "./dead-letter-json.ts";
import {
  type DeadLetterView,
  discardDeadLetters,
  findDeadLetter,
  type LetterChoice,
  type LetterPace,
  listDeadLetters,
  replayDeadLetters,
} from "./dead-letters.ts";

export const deadLetterHandlers: HandlersOf<typeof deadLetterRoutes> = {
  listDeadLetters: (context, { query }) => list(context, query, deadLetterToJson),
  showDeadLetter: (context, { params }) => show(context, params.id, deadLetterToJson),
  replayDeadLetters: (context, { body }) => replay(context, body),
  discardDeadLetters: (context, { body }) => discard(context, body),
  // The same for dead letters of any account or of none, which the operator's routes reach.
  listAllDeadLetters: (context, { query }) => list(context, query, anyToJson),
  showAnyDeadLetter: (context, { params }) => show(context, params.id, anyToJson),
  replayAnyDeadLetters: (context, { body }) => replay(context, body),
  discardAnyDeadLetters: (context, { body }) => discard(context, body),
};

type ListQuery = InputOf<typeof deadLetterRoutes.listDeadLetters>["query"];

async function list<Json>(context: ApiContext, query: ListQuery, toJson: (letter: DeadLetterView) => Json) {
  const page = recordPage(query);
  if (!page.ok) return page;
  const { device, sensor, chain, node } = query;
  const { beforeId, limit } = page.value;
  const found = await listDeadLetters(writerOf(context), { device, sensor, chain, node, beforeId, limit });
  return found.ok ? succeed(recordsToPage(found.value, limit, toJson)) : found;
}

async function show<Json>(context: ApiContext, id: number, toJson: (letter: DeadLetterView) => Json) {
  const letter = await findDeadLetter(writerOf(context), id);
  if (letter === null) return noSuchRecord("dead letter", id);
  return succeed(toJson(letter));
}

async function replay(context: ApiContext, body: ChoiceJson) {
  const done = await replayDeadLetters(writerOf(context), choiceOf(body), paceOf(context));
  if (!done.ok) return done;
  const { unknownIds, remaining, upToId, alreadyStored, ...counts } = done.value;
  const summary = { ...counts, already_stored: alreadyStored };
  return succeed({ ...summary, ...workedToJson({ unknownIds, remaining, upToId }) });
}

async function discard(context: ApiContext, body: ChoiceJson) {
  const done = await discardDeadLetters(writerOf(context), choiceOf(body), paceOf(context));
  if (!done.ok) return done;
  const { discarded, ...worked } = done.value;
  return succeed({ discarded, ...workedToJson(worked) });
}

type ChoiceJson = InputOf<typeof deadLetterRoutes.replayDeadLetters>["body"];

/** The schema guarantees that one of the two is given. */
function choiceOf(body: ChoiceJson): LetterChoice {
  const { ids, all, up_to_id: upToId } = body;
  return all === undefined ? { ids: ids ?? [] } : { all, upToId };
}

/** A request is answered well before clients and proxies lose patience. */
const workMs = 5000;
const lettersPerRequest = 1000;

function paceOf({ clock }: ApiContext): LetterPace {
  const untilMs = clock.nowMs() + workMs;
  return { lettersPerRequest, isTimeUp: () => clock.nowMs() >= untilMs };
}

interface Worked {
  readonly unknownIds: readonly number[];
  readonly remaining: number;
  readonly upToId: number | null;
}

function workedToJson({ unknownIds, remaining, upToId }: Worked) {
  return { unknown_ids: [...unknownIds], remaining, up_to_id: upToId };
}

function writerOf({ control, chains: queries, ask }: ApiContext): RecordWriter {
  return { control, queries, ask };
}

function anyToJson(letter: DeadLetterView) {
  return { ...deadLetterToJson(letter), account: letter.origin.account?.name ?? null };
}
