import { randomUUID } from "node:crypto";
import { readClaimCode } from "@weir/protocol/claim-code";
import type { ContractName } from "@weir/protocol/contracts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { type ClaimCode, markClaimed, openClaimCode } from "../../control/provisioning/claim-codes.ts";
import {
  devicesOfKey,
  type Hardware,
  hardwareIn,
  insertHardware,
  updateHardware,
} from "../../control/provisioning/hardware-ids.ts";
import { type ProvisioningKey, provisioningKeyById } from "../../control/provisioning/provisioning-keys.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { createClaimedDevice, createProvisionedDevice } from "./create-provisioned-device.ts";

interface Claim {
  /** As a person typed it. */
  readonly code: string;
  readonly name?: string | undefined;
  readonly accountId: number;
  readonly defaultContract: ContractName;
}

interface ClaimedDevice {
  readonly uuid: string;
  readonly name: string;
  readonly hardwareId: string;
}

/**
 * Creates the device of a claim code in the account of the person who entered it. Two accounts are concerned, that of the code
 * and that of the person, so `control` reaches both. Nothing else of the code's account is answered.
 */
export async function claimDevice(control: Control, claim: Claim): Promise<Result<ClaimedDevice>> {
  const text = readClaimCode(claim.code);
  if (text === null)
    return refuse("bad_claim_code", "This code has a typing mistake. Compare it with the label.");
  return commitChange(control, async (tx) => {
    const code = await openClaimCode(tx, hashSecret(text), control.nowUs());
    if (code === null) return unknownCode;
    const key = (await provisioningKeyById(tx, code.keyId))!;
    const known = await hardwareIn(tx, code.accountId, code);
    const refused = await refuseClaim(tx, code, { key, known, accountId: claim.accountId });
    if (refused !== null) return refused;
    const future = { ...code, name: claim.name ?? known?.name ?? null, firmware: known?.firmware ?? null };
    const isOwn = code.accountId === claim.accountId;
    const created = isOwn
      ? await createProvisionedDevice(control, tx, { key, future, defaultContract: claim.defaultContract })
      : await createClaimedDevice(control, tx, { key, future, ...claim });
    if (!created.ok) return created;
    const { id: deviceId, uuid, name } = created.value;
    await markClaimed(tx, code.id, control.nowUs());
    const provisioned = {
      state: "provisioned",
      device_id: deviceId,
      claimed_account_id: null,
      token_due: 1,
    } as const;
    if (isOwn) {
      await write(control, tx, { code, known, columns: provisioned });
    } else {
      const elsewhere = { claimed_account_id: claim.accountId, device_id: null, token_due: 0 } as const;
      await write(control, tx, { code, known, columns: { state: "claimed", ...elsewhere } });
      const theirs = { ...code, accountId: claim.accountId, keyId: null };
      const maker = (await hardwareIn(tx, code.accountId, code))!;
      const columns = { ...provisioned, claimed_from: maker.uuid };
      await write(control, tx, { code: theirs, known: null, columns });
    }
    const { hardwareId } = code;
    const taken: AuditedAction = {
      accountId: claim.accountId,
      action: "device.claim",
      subjectKind: "device",
      subject: uuid,
      after: { name, hardware_id: hardwareId },
    };
    const given: AuditedAction = {
      accountId: code.accountId,
      action: "claim-code.use",
      subjectKind: "claim code",
      subject: code.uuid,
      // Who has claimed it is not told to the account that made the code.
      after: { name: hardwareId, key: key.name },
      by: { kind: "nobody", name: "" },
    };
    const audit: readonly [AuditedAction, ...AuditedAction[]] = isOwn ? [taken] : [taken, given];
    return succeed({ value: { uuid, name, hardwareId }, audit, changes: [{ kind: "device", deviceId }] });
  });
}

/** What a claim code brings into an account. */
interface Claimed {
  readonly key: ProvisioningKey;
  readonly known: Hardware | null;
  readonly accountId: number;
}

async function refuseClaim(
  tx: ControlTransaction,
  { hardwareId }: ClaimCode,
  { key, known, accountId }: Claimed,
) {
  if (known?.state === "rejected") return unknownCode;
  if (known?.state === "provisioned") {
    return refuse("hardware_taken", "This device is in use already. Ask whoever gave you the code.");
  }
  const isCounted = known?.state === "claimed";
  if (!isCounted && (await devicesOfKey(tx, key.id)) >= key.deviceLimit) {
    return refuse(
      "hardware_taken",
      "No more devices of this kind can be claimed. Ask whoever gave you the code.",
    );
  }
  const theirs = await hardwareIn(tx, accountId, { hardwareId });
  const isOther = theirs !== null && theirs.id !== known?.id;
  return isOther ? refuse("hardware_taken", `This account already has the hardware id ${hardwareId}.`) : null;
}

/** The same for a code that never existed, was used or revoked, or has expired: nobody learns which. */
const unknownCode = refuse(
  "unknown_claim_code",
  "This code does not exist, was used already, or has expired.",
);

async function write(
  control: Control,
  tx: ControlTransaction,
  {
    code,
    known,
    columns,
  }: {
    readonly code: { readonly accountId: number; readonly hardwareId: string; readonly keyId: number | null };
    readonly known: Hardware | null;
    readonly columns: {
      readonly state: "provisioned" | "claimed";
      readonly device_id: number | null;
      readonly claimed_account_id: number | null;
      readonly token_due: 0 | 1;
      readonly claimed_from?: string;
    };
  },
): Promise<void> {
  const nowUs = control.nowUs();
  const isOwn = columns.state === "provisioned";
  const decided = { decided_by: isOwn ? control.actor.name : null, decided_at: nowUs };
  // The device has waited with another key, perhaps. From now on it belongs to the key of its code.
  if (known !== null) {
    return updateHardware(tx, known.id, { ...columns, ...decided, key_id: code.keyId, nonce_hash: null });
  }
  await insertHardware(tx, {
    uuid: randomUUID(),
    account_id: code.accountId,
    hardware_id: code.hardwareId,
    key_id: code.keyId,
    claimed_from: null,
    ...columns,

    token_given_at: null,
    nonce_hash: null,
    name: null,
    firmware: null,
    source: "",
    asked_at: nowUs,
    last_asked_at: nowUs,
    ...decided,
  });
}
