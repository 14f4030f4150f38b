import type { apiKeyRoutes } from "@weir/protocol/manage/api-key-routes";
import { z } from "zod";
import { type ApiKey, listApiKeys } from "../../control/people/api-keys.ts";
import { formatMicros } from "../../platform/instant.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { createApiKey, revokeApiKey } from "./api-keys.ts";
import { notifyPerson } from "./notify-person.ts";

const dayUs = 86_400_000_000;
const idKey = z.number().int();

export const apiKeyHandlers: HandlersOf<typeof apiKeyRoutes> = {
  async listApiKeys({ control, account }, { query: { limit, cursor } }) {
    const after = readCursor(cursor, idKey);
    if (!after.ok) return after;
    const found = await listApiKeys(control, account.id, { afterId: after.value, limit: limit + 1 });
    const { items, next } = cutPage(found, limit, ({ id }) => id);
    return succeed({ items: items.map(keyJson), next });
  },

  async createApiKey(context, { body: { name, scopes, expires_in_days: days } }) {
    const { control, account } = context;
    const { email: createdBy, userId } = callingUser(context);
    const expiresAt = days === null ? null : control.nowUs() + days * dayUs;
    const made = await createApiKey(control, account.id, { name, scopes, expiresAt, createdBy });
    if (!made.ok) return made;
    const { text, ...key } = made.value;
    notifyPerson(context, userId, { kind: "API key created", key: key.name, account: account.name });
    return succeed({ ...keyJson(key), key: text });
  },

  async revokeApiKey(context, { params }) {
    const revoked = await revokeApiKey(context.control, context.account.id, params.key);
    if (!revoked.ok) return revoked;
    const { key, creatorId } = revoked.value;
    const notice = { kind: "API key revoked", key: key.name, account: context.account.name } as const;
    const { userId } = callingUser(context);
    notifyPerson(context, userId, notice);
    // Their programs stop, and they have to learn why.
    if (creatorId !== null && creatorId !== userId) notifyPerson(context, creatorId, notice);
    return succeed(null);
  },
};

function keyJson({ uuid, name, start, scopes, createdBy, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    uuid,
    name,
    start,
    scopes: [...scopes],
    created_by: createdBy,
    created_at: formatMicros(createdAt),
    expires_at: microsOrNull(expiresAt),
    last_used_at: microsOrNull(lastUsedAt),
  };
}
