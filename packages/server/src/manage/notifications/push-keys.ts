import { nothingToAudit } from "../../control/audit/audited-action.ts";
import { insertPushKey, readPushKey } from "../../control/channels/push-key.ts";
import type { Control } from "../../control/control.ts";
import { sealToken } from "../../control/sealing/token.ts";
import { generateVapidKey } from "../../deliver/channels/web-push/vapid.ts";
import { commitChange } from "../core/commit-change.ts";
import { succeed } from "../core/manage-error.ts";
import { pushKeyBinding } from "./sealed-channel.ts";

/** The public key of Web Push. The first call creates the key; if several ask at once, all get the same one. */
export async function publicPushKey(control: Control): Promise<string> {
  const known = await readPushKey(control.db);
  if (known !== undefined) return known.publicKey;
  const { publicKey, privateKey } = generateVapidKey();
  const sealed = sealToken(privateKey, pushKeyBinding, control.key);
  await commitChange(control, async (tx) => {
    await insertPushKey(tx, { publicKey, sealed, nowUs: control.nowUs() });
    return succeed({ value: null, audit: nothingToAudit("made on first use, once"), changes: [] });
  });
  return (await readPushKey(control.db))!.publicKey;
}
