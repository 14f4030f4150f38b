import type { deadLetterRoutes } from "@weir/protocol/manage/dead-letter-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import type { AccountContext } from "../../web/api-context.ts";
import type { HandlersOf } from "../../web/handler.ts";
import { noSuchRecord, recordPage, recordsToPage } from "../../web/record-page.ts";
import type { RecordWriter } from "../records/record-access.ts";
import { originToJson } from "../records/record-json.ts";
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
  async listDeadLetters(context, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const { device, sensor, chain, node } = query;
    const { beforeId, limit } = page;
    const found = await listDeadLetters(writerOf(context), { device, sensor, chain, node, beforeId, limit });
    return found.ok ? { ok: true, value: recordsToPage(found.value, limit, toJson) } : found;
  },

  async showDeadLetter(context, { params }) {
    const letter = await findDeadLetter(writerOf(context), params.id);
    if (letter === null) return noSuchRecord("dead letter", params.id);
    return { ok: true, value: toJson(letter) };
  },

  async replayDeadLetters(context, { body }) {
    const done = await replayDeadLetters(writerOf(context), choiceOf(body), paceOf(context));
    if (!done.ok) return done;
    const { unknownIds, remaining, upToId, alreadyStored, ...counts } = done.value;
    const summary = { ...counts, already_stored: alreadyStored };
    return { ok: true, value: { ...summary, ...workedToJson({ unknownIds, remaining, upToId }) } };
  },

  async discardDeadLetters(context, { body }) {
    const done = await discardDeadLetters(writerOf(context), choiceOf(body), paceOf(context));
    if (!done.ok) return done;
    const { discarded, ...worked } = done.value;
    return { ok: true, value: { discarded, ...workedToJson(worked) } };
  },
};

type ChoiceJson = InputOf<typeof deadLetterRoutes.replayDeadLetters>["body"];

/** The schema has seen to it that one of the two is given. */
function choiceOf(body: ChoiceJson): LetterChoice {
  const { ids, all, up_to_id: upToId } = body;
  return all === undefined ? { ids: ids ?? [] } : { all, upToId };
}

/** A request is answered well before clients and proxies lose patience. */
const workMs = 5000;
const lettersPerRequest = 1000;

function paceOf({ clock }: AccountContext): LetterPace {
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

function writerOf({ control, chains: queries, ask }: AccountContext): RecordWriter {
  return { control, queries, ask };
}

function toJson(letter: DeadLetterView) {
  return deadLetterToJson(letter, originToJson);
}
