import type { secretRoutes } from "@weir/protocol/manage/secret-routes";
import type { Secret } from "../../../control/secrets/secrets.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { generateWebhookSecret } from "../../core/sealed-secret.ts";
import { listSecrets, removeSecret, setSecret, showSecret } from "./secrets.ts";

/** Values are only returned by `showSecret`, and never written to the audit log. */
export const secretHandlers: HandlersOf<typeof secretRoutes> = {
  async listSecrets({ account, control }) {
    const secrets = await listSecrets(control, account.id);
    if (!secrets.ok) return secrets;
    return succeed({ items: secrets.value.map(toJson), next: null });
  },

  async setSecret({ account, control }, { params, body }) {
    const value = body.value ?? generateWebhookSecret();
    const set = await setSecret(control, account.id, { name: params.secret, value });
    return set.ok ? succeed(toJson(set.value)) : set;
  },

  async showSecret({ account, control }, { params }) {
    const secret = await showSecret(control, account.id, params.secret);
    if (!secret.ok) return secret;
    return succeed({ ...toJson(secret.value), value: secret.value.value });
  },

  async removeSecret({ account, control }, { params }) {
    const removed = await removeSecret(control, account.id, params.secret);
    return removed.ok ? succeed(null) : removed;
  },
};

function toJson({ name, createdAt }: Secret) {
  return { name, created_at: formatMicros(createdAt) };
}
