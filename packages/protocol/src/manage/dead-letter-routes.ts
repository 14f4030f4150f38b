import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { ofReadings } from "./of-readings.ts";
import { pageOf } from "./paging.ts";
import {
  recordFilterByNode,
  recordId,
  recordOrigin,
  recordPageQuery,
  recordParams,
  unknownIds,
} from "./record-forms.ts";
import { defineRoutes } from "./route.ts";

const deadLetter = z
  .object({
    id: z.number().int(),
    died_at: z.string().nullable(),
    reason: ofReadings(z.string()),
    ...recordOrigin,
    chain_version: z.number().int().nullable(),
    node: z.string().nullable().describe("Null if the chain itself could not run."),
    node_input: ofReadings(
      z
        .object({ value: z.number(), metadata: z.unknown() })
        .nullable()
        .describe("The reading as it reached the node."),
    ),
    at: z.string().nullable(),
    value: ofReadings(z.number().nullable().describe("The reading as it entered the chain.")),
    metadata: ofReadings(z.unknown()),
    received_at: z.string().nullable(),
    device_at: z.string().nullable(),
    battery_voltage: z.number().nullable(),
    raw_base64: ofReadings(
      z
        .string()
        .nullable()
        .describe(
          "Bytes that could not be read as readings, or a reading as JSON whose values the store refused.",
        ),
    ),
  })
  .meta({ id: "DeadLetter" });

/** A dead letter as the operator sees it, who sees those of every account. */
const anyDeadLetter = deadLetter
  .extend({
    account: z
      .string()
      .nullable()
      .describe(
        "Name of its account; null for bytes that could not be read, and if the account was deleted.",
      ),
  })
  .meta({ id: "AnyDeadLetter" });

/** How many ids can be given at once. */
export const lettersAtOnceMax = 1000;

/** The caller must choose explicitly: ids, or all that match. */
const choice = z
  .strictObject({
    ids: z.array(recordId).min(1).max(lettersAtOnceMax).optional(),
    all: z.strictObject(recordFilterByNode).optional().describe("Dead letters that match; {} for all."),
    up_to_id: recordId
      .optional()
      .describe("With `all`, to continue with the rest: up_to_id of the previous answer."),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    message: "Give either ids or all.",
    path: ["ids"],
  })
  .meta({ id: "DeadLetterChoice" });

const worked = {
  unknown_ids: unknownIds,
  remaining: z.number().int().describe("Left for another call, because this one would have taken too long."),
  up_to_id: recordId.nullable().describe("Send it with `all` to continue with the rest."),
};

const replayed = z.object({
  replayed: z.number().int(),
  saved: z.number().int(),
  already_stored: z
    .number()
    .int()
    .describe("Not saved again, because the same time and value were already stored."),
  ended: z.number().int().describe("Ended unsaved."),
  dead: z.number().int().describe("Failed again and became new dead letters."),
  skipped: z.number().int().describe("The sensor was removed, or the bytes cannot be read."),
  ...worked,
});

const discarded = z.object({ discarded: z.number().int(), ...worked });

const path = "/accounts/{account}/dead-letters";
const query = recordPageQuery.extend(recordFilterByNode);

/** For commands on the server's own machine. Only these see dead letters that belong to no account. */
const forOperator = { tag: "Operator", access: "operator", scope: null } as const;
const operatorPath = "/operator/dead-letters";

export const deadLetterRoutes = defineRoutes("Dead letters", {
  listDeadLetters: {
    method: "GET",
    path,
    summary: "List readings that could not be processed, newest first",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    query,
    answer: pageOf(deadLetter),
  },
  showDeadLetter: {
    method: "GET",
    path: `${path}/{id}`,
    summary: "Show a dead letter",
    access: "viewer",
    scope: "operations:read",
    params: recordParams,
    answer: deadLetter,
  },
  replayDeadLetters: {
    method: "POST",
    path: `${path}/replay`,
    summary: "Run dead letters through the chains that apply now",
    description:
      "Oldest first. Readings that fail again become new dead letters. If many are chosen, only some are replayed and the rest is reported as `remaining`: call again with `up_to_id`.",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: choice,
    answer: replayed,
  },
  discardDeadLetters: {
    method: "POST",
    path: `${path}/discard`,
    summary: "Permanently delete dead letters",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: choice,
    answer: discarded,
  },
  listAllDeadLetters: {
    ...forOperator,
    method: "GET",
    path: operatorPath,
    summary: "List dead letters of all accounts, newest first",
    query,
    answer: pageOf(anyDeadLetter),
  },
  showAnyDeadLetter: {
    ...forOperator,
    method: "GET",
    path: `${operatorPath}/{id}`,
    summary: "Show a dead letter of any account",
    params: recordParams.omit({ account: true }),
    answer: anyDeadLetter,
  },
  replayAnyDeadLetters: {
    ...forOperator,
    method: "POST",
    path: `${operatorPath}/replay`,
    summary: "Run dead letters of any account through the chains that apply now",
    body: choice,
    answer: replayed,
  },
  discardAnyDeadLetters: {
    ...forOperator,
    method: "POST",
    path: `${operatorPath}/discard`,
    summary: "Permanently delete dead letters of any account",
    body: choice,
    answer: discarded,
  },
});
