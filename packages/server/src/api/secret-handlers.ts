import type { secretRoutes } from "@weir/protocol/manage/secret-routes";
import { listSecrets, removeSecret, type Secret, setSecret, showSecret } from "../manage/secrets.ts";
import { formatMicros } from "../platform/instant.ts";
import { audit } from "./audit.ts";
import type { HandlersOf } from "./handler.ts";

const subjectKind = "secret";

/** Values go out through `showSecret` alone, and into the audit log never. */
export const secretHandlers: HandlersOf<typeof secretRoutes> = {
  async listSecrets({ account, control }) {
    const secrets = await listSecrets(control, account.id);
    if (!secrets.ok) return secrets;
    return { ok: true, value: { items: secrets.value.map(toJson), next: null } };
  },

  async setSecret(context, { params, body }) {
    const { account, control } = context;
    const set = await setSecret(control, account.id, { name: params.secret, value: body.value });
    if (!set.ok) return set;
    await audit(context, { action: "secret.set", subjectKind, subject: set.value.name });
    return { ok: true, value: toJson(set.value) };
  },

  async showSecret(context, { params }) {
    const { account, control } = context;
    const secret = await showSecret(control, account.id, params.secret);
    if (!secret.ok) return secret;
    await audit(context, { action: "secret.show", subjectKind, subject: secret.value.name });
    return { ok: true, value: { ...toJson(secret.value), value: secret.value.value } };
  },

  async removeSecret(context, { params }) {
    const { account, control } = context;
    const removed = await removeSecret(control, account.id, params.secret);
    if (!removed.ok) return removed;
    await audit(context, { action: "secret.remove", subjectKind, subject: removed.value.name });
    return { ok: true, value: null };
  },
};

function toJson({ name, createdAt }: Secret) {
  return { name, created_at: formatMicros(createdAt) };
}
