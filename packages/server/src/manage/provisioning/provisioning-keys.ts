import { randomUUID } from "node:crypto";
import type { ProvisioningAdmission } from "@weir/protocol/closed-sets";
import { provisioningKeysMax } from "@weir/protocol/manage/provisioning-limits";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import { type KeyUse, usesOfKeys } from "../../control/provisioning/hardware-ids.ts";
import {
  deleteProvisioningKey,
  insertProvisioningKey,
  type ProvisioningKey,
  provisioningKeyIn,
  provisioningKeysOf,
} from "../../control/provisioning/provisioning-keys.ts";
import { commitChange } from "../core/commit-change.ts";
import { getTemplate } from "../core/find-template.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { validateName } from "../core/validate-text.ts";

/** A key with how much it was used. */
export interface UsedKey extends ProvisioningKey {
  readonly use: KeyUse;
}

interface NewKey {
  readonly name: string;
  /** UUID or name of a template of the account. */
  readonly template: string;
  readonly admission: ProvisioningAdmission;
  readonly mayRepeat: boolean;
  readonly deviceLimit: number;
  readonly days: number | null;
}

const dayUs = 86_400_000_000;
const prefix = "wpk_";
const startChars = 8;

/** The hash by which a key is found; null if this cannot be a key. */
export function hashOfProvisioningKey(text: string): Uint8Array | null {
  return /^wpk_[A-Za-z0-9_-]{43}$/.test(text) ? hashSecret(text) : null;
}

export async function listProvisioningKeys({ db }: ControlReader, accountId: number): Promise<UsedKey[]> {
  const uses = await usesOfKeys(db, accountId);
  return (await provisioningKeysOf(db, accountId)).map((key) => withUse(key, uses));
}

export async function getProvisioningKey(
  { db }: ControlReader,
  accountId: number,
  uuid: string,
): Promise<Result<UsedKey>> {
  const key = await provisioningKeyIn(db, accountId, uuid);
  return key === null ? unknownKey : succeed(withUse(key, await usesOfKeys(db, accountId)));
}

/** The text of the key is answered once; only its hash is stored. */
export async function createProvisioningKey(
  control: Control,
  accountId: number,
  wanted: NewKey,
): Promise<Result<{ readonly key: UsedKey; readonly text: string }>> {
  const text = prefix + generateSecret();
  return commitChange(control, async (tx) => {
    const checked = await checkNew(tx, accountId, wanted);
    if (!checked.ok) return checked;
    const { name, templateId } = checked.value;
    const [uuid, nowUs] = [randomUUID(), control.nowUs()];
    await insertProvisioningKey(tx, {
      uuid,
      account_id: accountId,
      template_id: templateId,
      name,
      key_hash: hashSecret(text),
      key_start: text.slice(0, startChars),
      admission: wanted.admission,
      may_repeat: wanted.mayRepeat ? 1 : 0,
      device_limit: wanted.deviceLimit,
      created_by: control.actor.name,
      created_at: nowUs,
      expires_at: wanted.days === null ? null : nowUs + wanted.days * dayUs,
      last_used_at: null,
    });
    const key = (await provisioningKeyIn(tx, accountId, uuid))!;
    return succeed({
      value: { key: withUse(key, new Map()), text },
      audit: [{ ...actionOn("provisioning-key.create", key), after: auditedKey(key) }],
      changes: [],
    });
  });
}

export async function revokeProvisioningKey(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const key = await provisioningKeyIn(tx, accountId, uuid);
    if (key === null) return unknownKey;
    await deleteProvisioningKey(tx, key.id);
    return succeed({
      value: null,
      audit: [{ ...actionOn("provisioning-key.revoke", key), before: auditedKey(key) }],
      changes: [],
    });
  });
}

export const unknownKey = refuse("unknown_provisioning_key", "This account has no such provisioning key.");

async function checkNew(
  tx: ControlTransaction,
  accountId: number,
  { name: wantedName, template: selector }: NewKey,
): Promise<Result<{ readonly name: string; readonly templateId: number }>> {
  const name = validateName("A key's name", wantedName);
  if (!name.ok) return name;
  const template = await getTemplate(tx, accountId, selector);
  if (!template.ok) return template;
  const keys = await provisioningKeysOf(tx, accountId);
  if (keys.length >= provisioningKeysMax) {
    return refuse("too_many_keys", `An account can have at most ${provisioningKeysMax} provisioning keys.`);
  }
  if (keys.some((key) => key.name === name.value)) {
    return refuse("key_name_taken", `The account already has a provisioning key "${name.value}".`);
  }
  return succeed({ name: name.value, templateId: template.value.id });
}

function withUse(key: ProvisioningKey, uses: ReadonlyMap<number, KeyUse>): UsedKey {
  return { ...key, use: uses.get(key.id) ?? { devices: 0, waiting: 0 } };
}

function actionOn(action: string, { accountId, uuid }: ProvisioningKey): AuditedAction {
  return { accountId, action, subjectKind: "provisioning key", subject: uuid };
}

function auditedKey({ name, template, admission, mayRepeat, deviceLimit, expiresAt }: ProvisioningKey) {
  return {
    name,
    template: template.name,
    admission,
    may_repeat: mayRepeat,
    device_limit: deviceLimit,
    expires_at: microsOrNull(expiresAt),
  };
}
