import { z } from "zod";
import { messageKinds, messageStates } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { ofReadings } from "./of-readings.ts";
import { pageOf } from "./paging.ts";
import {
  messageContent,
  recordFilterByNode,
  recordId,
  recordOrigin,
  recordPageQuery,
  recordParams,
  unknownIds,
} from "./record-forms.ts";
import { defineRoutes } from "./route.ts";

const state = z.enum(messageStates);

const message = z
  .object({
    id: z.number().int(),
    state,
    key: z.string().describe("The same for every attempt, so that receivers can recognize repeats."),
    ...recordOrigin,
    node: z.string(),
    destination: z.string(),
    created_at: z.string(),
    next_try_at: z.string().nullable(),
    tries: z.number().int(),
    last_error: ofReadings(
      z
        .string()
        .describe(
          "Why the last attempt failed, with the answer of the receiver, which may quote the message.",
        ),
    ),
    held_because: z
      .string()
      .nullable()
      .describe(
        "Why it waits although nothing failed: the account reached its daily limit of emails, or a recipient has not confirmed yet. `next_try_at` is when this ends at the latest.",
      ),
    settled_at: z.string().nullable(),
    message: messageContent,
  })
  .meta({ id: "OutboxMessage" });

/** How many messages can be retried at once. */
export const retriedAtOnceMax = 100;

const path = "/accounts/{account}/outbox";

export const outboxRoutes = defineRoutes("Outbox", {
  listMessages: {
    method: "GET",
    path,
    summary: "List messages that chains and notification rules have sent or are about to send, newest first",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    query: recordPageQuery.extend({
      state: state.optional().describe("Only messages in this state."),
      kind: z.enum(messageKinds).optional().describe("Only messages of this kind."),
      ...recordFilterByNode,
      device: recordFilterByNode.device.describe(
        "Only messages of this device, given by UUID. Does not find messages of sensors that have since been removed.",
      ),
    }),
    answer: pageOf(message),
  },
  showMessage: {
    method: "GET",
    path: `${path}/{id}`,
    summary: "Show a message",
    access: "viewer",
    scope: "operations:read",
    params: recordParams,
    answer: message,
  },
  retryMessages: {
    method: "POST",
    path: `${path}/retry`,
    summary: "Send dead or delivered messages again, with a full set of attempts",
    access: "editor",
    scope: "operations:write",
    params: accountParams,
    body: z.strictObject({ ids: z.array(recordId).min(1).max(retriedAtOnceMax) }),
    answer: z.object({
      retried: z.array(z.number().int()),
      waiting: z.array(z.number().int()).describe("Messages that were already waiting."),
      unknown_ids: unknownIds,
      messages: z
        .array(message)
        .describe("The known ones in their current state, in the order of the request."),
    }),
  },
});
