import { z } from "zod";
import { accountParams } from "./chain-forms.ts";
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
    node: z.string().nullable().describe("Null where the chain itself could not run."),
    node_input: ofReadings(
      z.object({ value: z.number(), metadata: z.unknown() }).nullable().describe("What came to the node."),
    ),
    at: z.string().nullable(),
    value: ofReadings(z.number().nullable().describe("As the reading entered the chain.")),
    metadata: ofReadings(z.unknown()),
    received_at: z.string().nullable(),
    device_at: z.string().nullable(),
    battery_voltage: z.number().nullable(),
    raw_base64: ofReadings(z.string().nullable().describe("Bytes that could not be read as readings.")),
  })
  .meta({ id: "DeadLetter" });

/** As the operator sees it, who sees those of every account. */
const anyDeadLetter = deadLetter
  .extend({
    account: z
      .string()
      .nullable()
      .describe("Name of its account; null for bytes that could not be read, and where the account is gone."),
  })
  .meta({ id: "AnyDeadLetter" });

/** So many are named at once. */
export const lettersAtOnceMax = 1000;

/** What is meant must be said: ids, or all that match. */
const choice = z
  .strictObject({
    ids: z.array(recordId).min(1).max(lettersAtOnceMax).optional(),
    all: z
      .strictObject(recordFilterByNode)
      .optional()
      .describe("Those that match; {} for all there are now."),
    up_to_id: recordId
      .optional()
      .describe("With `all`, to go on with what remained: up_to_id of the answer before."),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    message: "Say which: give either ids, or all.",
    path: ["ids"],
  })
  .meta({ id: "DeadLetterChoice" });

const worked = {
  unknown_ids: unknownIds,
  remaining: z.number().int().describe("Left for another call, because this one would have taken too long."),
  up_to_id: recordId.nullable().describe("Give it back with `all` to go on with what remained."),
};

const replayed = z.object({
  replayed: z.number().int(),
  saved: z.number().int(),
  already_stored: z
    .number()
    .int()
    .describe("Not saved again, because the same time and value was stored before."),
  ended: z.number().int().describe("Ended unsaved."),
  dead: z.number().int().describe("Failed again, and are kept as new letters."),
  skipped: z.number().int().describe("The sensor is gone, or the bytes cannot be read."),
  ...worked,
});

const discarded = z.object({ discarded: z.number().int(), ...worked });

const path = "/accounts/{account}/dead-letters";
const query = recordPageQuery.extend(recordFilterByNode);

/** For commands on the server's own machine. Letters that are in no account are only there. */
const forOperator = { tag: "Operator", access: "operator", scope: null } as const;
const operatorPath = "/operator/dead-letters";

export const deadLetterRoutes = defineRoutes("Dead letters", {
  listDeadLetters: {
    method: "GET",
    path,
    summary: "List readings that could not be processed, the newest first",
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
      "The oldest first. What fails again is a new letter. Where many are chosen, a part of them is done and the rest told as `remaining`: call again, with `up_to_id`.",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: choice,
    answer: replayed,
  },
  discardDeadLetters: {
    method: "POST",
    path: `${path}/discard`,
    summary: "Remove dead letters for good",
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
    summary: "List dead letters of all accounts, the newest first",
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
    summary: "Remove dead letters of any account for good",
    body: choice,
    answer: discarded,
  },
});
