import type { outboxRoutes } from "@weir/protocol/manage/outbox-routes";
import { formatMicros } from "../../platform/instant.ts";
import { noSuchRecord, recordPage, recordsToPage } from "../../web/record-page.ts";
import type { HandlersOf } from "../core/handler.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { originToJson, outboxContentToJson } from "../core/records/record-json.ts";
import { msOrNull } from "../core/records/record-values.ts";
import { findMessage, listMessages, type MessageView, retryMessage } from "./outbox-messages.ts";

export const outboxHandlers: HandlersOf<typeof outboxRoutes> = {
  async listMessages(context, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const { state, kind, device, sensor, chain, node } = query;
    const { beforeId, limit } = page.value;
    const filter = { state, kind, device, sensor, chain, node };
    const messages = await listMessages(context, { ...filter, beforeId, limit });
    return messages.ok ? succeed(recordsToPage(messages.value, limit, messageToJson)) : messages;
  },

  async showMessage(context, { params }) {
    const found = await findMessage(context, params.id);
    if (found === null) return noSuchRecord("message", params.id);
    return succeed(messageToJson(found));
  },

  async retryMessages(context, { body }) {
    for (const id of body.ids)
      if ((await findMessage(context, id))?.message.kind === "unreadable")
        return refuse("bad_message", `The content of message ${id} cannot be read, so it cannot be sent.`);
    const ids = { retried: [] as number[], waiting: [] as number[], unknown_ids: [] as number[] };
    const messages: ReturnType<typeof messageToJson>[] = [];
    for (const id of new Set(body.ids)) {
      const retry = await retryMessage(context, id);
      if (retry === null) {
        ids.unknown_ids.push(id);
        continue;
      }
      (retry.hasChanged ? ids.retried : ids.waiting).push(id);
      messages.push(messageToJson(retry.message));
    }
    return succeed({ ...ids, messages });
  },
};

function messageToJson(row: MessageView) {
  return {
    id: row.id,
    state: row.state,
    key: row.key,
    ...originToJson(row.origin),
    node: row.nodeId,
    destination: row.destination,
    created_at: formatMicros(row.createdMs * 1000),
    next_try_at: row.state === "waiting" ? msOrNull(row.dueMs) : null,
    tries: row.tries,
    last_error: row.lastError,
    held_because: row.heldBecause,
    settled_at: msOrNull(row.settledMs),
    message: outboxContentToJson(row.message),
  };
}
