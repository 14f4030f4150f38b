import { randomUUID } from "node:crypto";
import type { ContractName } from "@weir/protocol/contracts";
import { type Actor, actingAs } from "../../control/actor.ts";
import { type Audit, type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import {
  type Control,
  type ControlChange,
  type ControlData,
  type ControlTransaction,
  withinAccount,
} from "../../control/control.ts";
import {
  type Hardware,
  hardwareIn,
  insertHardware,
  updateHardware,
} from "../../control/provisioning/hardware-ids.ts";
import { openProvisioningKey, type ProvisioningKey } from "../../control/provisioning/provisioning-keys.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { type ManageError, type Result, succeed } from "../core/manage-error.ts";
import { replaceToken } from "../devices/tokens/device-tokens.ts";
import { createProvisionedDevice } from "./create-provisioned-device.ts";
import { type FullKey, fullOf } from "./full-key.ts";
import { noteEveryUs, noteUse } from "./note-use.ts";
import { nonceHashOf, repeatedToken } from "./repeated-token.ts";

/** What a device says when it asks for its UUID and token. */
export interface ProvisionRequest {
  readonly hardwareId: string;
  readonly name: string | null;
  readonly firmware: string | null;
  /** Chosen by the device. Whoever repeats it gets the same token for a while. */
  readonly nonce: string | null;
  readonly source: string;
  readonly requestId: string;
}

export type Provisioned =
  | { readonly kind: "created" | "again" | "repeated"; readonly uuid: string; readonly token: string }
  | { readonly kind: "existing"; readonly uuid: string }
  | { readonly kind: "waiting" }
  | { readonly kind: "rejected" | FullKey | "invalid key" }
  /** The account has no room, or its template cannot be used now. */
  | { readonly kind: "refused"; readonly error: ManageError };

/**
 * Gives a device its UUID and token, once. The row of its hardware id is unique in the account and written together with the
 * device, so however many requests arrive at once, one of them creates the device and gets the token. Requests that change
 * nothing are answered without a transaction, so that devices that ask all the time do not hold up others.
 */
export async function provisionDevice(
  control: Control,
  keyHash: Uint8Array,
  request: ProvisionRequest,
  defaultContract: ContractName,
): Promise<Provisioned> {
  const { source, requestId } = request;
  const actor: Actor = { kind: "nobody", name: "", source, requestId };
  const acting = actingAs(control, actor);
  const key = await openProvisioningKey(control.db, keyHash, control.nowUs());
  if (key === null) return { kind: "invalid key" };
  const own = withinAccount(acting, key.accountId);
  const caller: Caller = { request, keyHash };
  const provisioned = await ask(own, request, {
    accountId: key.accountId,
    settle: async (db, known) => {
      // It may have been revoked since.
      const isOpen = (await openProvisioningKey(db, keyHash, control.nowUs())) !== null;
      if (!isOpen) return { kind: "invalid key" };
      return known === null ? null : settled(own, db, known, { ...caller, key });
    },
    write: (tx, known) =>
      known === null
        ? begin(own, tx, { ...caller, key }, defaultContract)
        : continueWith(own, tx, known, { ...caller, key }),
  });
  return "claimedBy" in provisioned ? askClaimant(acting, provisioned, caller) : provisioned;
}

/**
 * A device that was claimed belongs to another account. Only that account decides whether it gets another token. If it has
 * deleted the device, the device waits for the next claim, also if that account has the hardware id again by other means.
 */
async function askClaimant(
  control: Control,
  { claimedBy: accountId, from }: ClaimedElsewhere,
  caller: Caller,
): Promise<Provisioned> {
  const own = withinAccount(control, accountId);
  const provisioned = await ask(own, caller.request, {
    accountId,
    settle: async (db, known) =>
      known?.claimedFrom === from ? settled(own, db, known, { ...caller, key: null }) : { kind: "waiting" },
    write: (tx, known) => continueWith(own, tx, known!, { ...caller, key: null }),
  });
  return "claimedBy" in provisioned ? { kind: "waiting" } : provisioned;
}

/** Who asks. The account is that of the key, or the one that has claimed the device. */
interface Caller {
  readonly request: ProvisionRequest;
  readonly keyHash: Uint8Array;
}

/** `key` is null if the device was claimed: then the key belongs to another account. */
interface CallerWithKey extends Caller {
  readonly key: ProvisioningKey | null;
}

interface ClaimedElsewhere {
  readonly claimedBy: number;
  /** UUID of the maker's row. */
  readonly from: string;
}

type Asked = Provisioned | ClaimedElsewhere;

interface Steps {
  readonly accountId: number;
  /** The answer, if nothing has to be written for it. */
  readonly settle: (db: ControlData, known: Hardware | null) => Promise<Asked | null>;
  readonly write: (tx: ControlTransaction, known: Hardware | null) => Promise<Result<Changed<Asked>>>;
}

async function ask(own: Control, { hardwareId }: ProvisionRequest, steps: Steps): Promise<Asked> {
  const look = (db: ControlData) => hardwareIn(db, steps.accountId, { hardwareId });
  const first = await steps.settle(own.db, await look(own.db));
  if (first !== null) return first;
  const done = await commitChange<Asked>(own, async (tx) => {
    const known = await look(tx);
    const answer = await steps.settle(tx, known);
    return answer === null ? steps.write(tx, known) : succeed(unchanged(answer));
  });
  return done.ok ? done.value : { kind: "refused", error: done.error };
}

async function settled(
  control: Control,
  db: ControlData,
  known: Hardware,
  caller: CallerWithKey,
): Promise<Asked | null> {
  const { key } = caller;
  switch (known.state) {
    case "rejected":
      return { kind: "rejected" };
    case "waiting": {
      const isNoted = control.nowUs() - known.lastAskedAt < noteEveryUs;
      return isNoted || !isKeyOf(known, key) ? { kind: "waiting" } : null;
    }
    case "claimed":
      return isKeyOf(known, key)
        ? { claimedBy: known.claimedAccountId!, from: known.uuid }
        : { kind: "waiting" };
    case "provisioned": {
      const { uuid, isEnabled } = known.device!;
      if (!isEnabled) return { kind: "rejected" };
      if (known.tokenDue && isKeyOf(known, key)) return null;
      const token = await repeatedToken(control, db, known, caller);
      if (token !== null) return { kind: "repeated", uuid, token };
      const mayRepeat = key?.mayRepeat === true && known.key?.id === key.id;
      return mayRepeat ? null : { kind: "existing", uuid };
    }
  }
}

/**
 * Whether a hardware id belongs to a key, so that its device gets a token that is due. Other keys of the account are in other
 * firmware and get none. Once its own key was revoked, those of the same template take its place.
 */
function isKeyOf(known: Hardware, key: ProvisioningKey | null): boolean {
  // A claimed device was found through the maker's row, whose key was compared.
  if (key === null) return true;
  if (known.claimedFrom !== null) return false;
  if (known.key !== null) return known.key.id === key.id;
  return known.device === null || known.device.templateId === key.template.id;
}

/** The first request of a hardware id. */
async function begin(
  control: Control,
  tx: ControlTransaction,
  { key, request, keyHash }: CallerWithKey & { readonly key: ProvisioningKey },
  defaultContract: ContractName,
): Promise<Result<Changed<Asked>>> {
  const { hardwareId, name, firmware, source } = request;
  const nowUs = control.nowUs();
  const full = await fullOf(tx, key);
  if (full !== null) return succeed(unchanged({ kind: full }));
  const row = {
    uuid: randomUUID(),
    account_id: key.accountId,
    hardware_id: hardwareId,
    key_id: key.id,
    claimed_account_id: null,
    claimed_from: null,
    token_due: 0 as const,
    name,
    firmware,
    source,
    asked_at: nowUs,
    last_asked_at: nowUs,
    decided_by: null,
    decided_at: null,
  };
  await noteUse(tx, key, nowUs);
  if (key.admission !== "at_once") {
    await insertHardware(tx, {
      ...row,
      state: "waiting",
      device_id: null,
      token_given_at: null,
      nonce_hash: null,
    });
    const audit: AuditedAction = {
      accountId: key.accountId,
      action: "hardware.wait",
      subjectKind: "hardware",
      subject: row.uuid,
      after: { name: hardwareId, key: key.name },
    };
    return succeed(changed({ kind: "waiting" }, [audit]));
  }
  const created = await createProvisionedDevice(control, tx, { key, future: request, defaultContract });
  if (!created.ok) return created;
  const { id: deviceId, uuid, token } = created.value;
  await insertHardware(tx, {
    ...row,
    state: "provisioned",
    device_id: deviceId,
    token_given_at: nowUs,
    nonce_hash: nonceHashOf({ request, keyHash }, token),
  });
  const audit = {
    ...actionOn(key.accountId, "device.provision", uuid),
    subjectName: created.value.name,
    after: auditedFacts(request, key, created.value),
  };
  return succeed(changed({ kind: "created", uuid, token }, [audit], [{ kind: "device", deviceId }]));
}

/** A later request: a device that waits, or one that gets a token. */
async function continueWith(
  control: Control,
  tx: ControlTransaction,
  known: Hardware,
  { key, request, keyHash }: CallerWithKey,
): Promise<Result<Changed<Asked>>> {
  const nowUs = control.nowUs();
  const { firmware, source } = request;
  const asked = { source, firmware: firmware ?? known.firmware, last_asked_at: nowUs };
  if (key !== null) await noteUse(tx, key, nowUs);
  if (known.device === null) {
    await updateHardware(tx, known.id, asked);
    return succeed(unchanged({ kind: "waiting" }));
  }
  const { id: deviceId, uuid } = known.device;
  const { token } = await replaceToken(control, tx, known.device);
  const nonce_hash = nonceHashOf({ request, keyHash }, token);
  await updateHardware(tx, known.id, { ...asked, token_due: 0, token_given_at: nowUs, nonce_hash });
  const kind = known.tokenGivenAt === null ? "created" : "again";
  const audit = {
    ...actionOn(known.accountId, "token.provision", uuid),
    after: auditedFacts(request, key, known.device),
  };
  return succeed(changed({ kind, uuid, token }, [audit], [{ kind: "device", deviceId }]));
}

function actionOn(accountId: number, action: string, uuid: string): AuditedAction {
  return { accountId, action, subjectKind: "device", subject: uuid };
}

function auditedFacts(
  { hardwareId }: ProvisionRequest,
  key: ProvisioningKey | null,
  { name }: { readonly name: string },
) {
  return { name, hardware_id: hardwareId, key: key?.name ?? null };
}

function unchanged(value: Asked): Changed<Asked> {
  return changed(value, nothingToAudit("nothing but the time of the request was noted"));
}

function changed(value: Asked, audit: Audit, changes: readonly ControlChange[] = []): Changed<Asked> {
  return { value, audit, changes };
}
