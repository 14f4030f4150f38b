import { randomBytes, randomUUID } from "node:crypto";
import { claimCodeOf, claimCodeRandomLength } from "@weir/protocol/claim-code";
import { claimCodesMax } from "@weir/protocol/manage/provisioning-limits";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import {
  type ClaimCode,
  claimCodeIn,
  countClaimCodes,
  deleteClaimCode,
  insertClaimCodes,
} from "../../control/provisioning/claim-codes.ts";
import { provisioningKeyIn } from "../../control/provisioning/provisioning-keys.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { unknownKey } from "./provisioning-keys.ts";

interface IssuedClaimCode extends ClaimCode {
  readonly code: string;
}

const dayUs = 86_400_000_000;

/** Creates a code for each hardware id. A code that a hardware id had before stops working. */
export async function createClaimCodes(
  control: Control,
  accountId: number,
  wanted: { readonly keyUuid: string; readonly hardwareIds: readonly string[]; readonly days: number },
): Promise<Result<IssuedClaimCode[]>> {
  const hardwareIds = [...new Set(wanted.hardwareIds)];
  const codes = hardwareIds.map(() => generateClaimCode());
  return commitChange(control, async (tx) => {
    const key = await provisioningKeyIn(tx, accountId, wanted.keyUuid);
    if (key === null) return unknownKey;
    if (key.admission !== "claim") {
      return refuse(
        "key_without_claims",
        `The key "${key.name}" does not wait for claims. Create one that does.`,
      );
    }
    if ((await countClaimCodes(tx, accountId)) + codes.length > claimCodesMax) {
      const message = `An account can have at most ${claimCodesMax} claim codes. Revoke some that are not needed.`;
      return refuse("too_many_claim_codes", message);
    }
    const createdAt = control.nowUs();
    const issued = hardwareIds.map(
      (hardwareId, index): Omit<IssuedClaimCode, "id"> => ({
        uuid: randomUUID(),
        accountId,
        keyId: key.id,
        key,
        hardwareId,
        code: codes[index]!,

        createdBy: control.actor.name,
        createdAt,
        expiresAt: createdAt + wanted.days * dayUs,
        claimedAt: null,
      }),
    );
    await insertClaimCodes(control, tx, accountId, issued.map(toRow));
    const audit: AuditedAction = {
      accountId,
      action: "claim-code.create",
      subjectKind: "provisioning key",
      subject: key.uuid,
      after: { name: key.name, count: issued.length, hardware_ids: hardwareIds.slice(0, auditedMax) },
    };
    return succeed({ value: issued.map((code) => ({ ...code, id: 0 })), audit: [audit], changes: [] });
  });
}

/** How many hardware ids an audit entry lists. */
const auditedMax = 100;

export async function revokeClaimCode(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const code = await claimCodeIn(tx, accountId, uuid);
    if (code === null) return refuse("unknown_claim_code", "This account has no such claim code.");
    await deleteClaimCode(tx, code.id);
    const audit: AuditedAction = {
      accountId,
      action: "claim-code.revoke",
      subjectKind: "claim code",
      subject: uuid,
      before: { name: code.hardwareId, key: code.key.name },
    };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

function generateClaimCode(): string {
  return claimCodeOf([...randomBytes(claimCodeRandomLength)].map((byte) => byte % 32));
}

function toRow(code: Omit<IssuedClaimCode, "id">) {
  return {
    uuid: code.uuid,
    account_id: code.accountId,
    key_id: code.keyId,
    hardware_id: code.hardwareId,
    code_hash: hashSecret(code.code),
    created_by: code.createdBy,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
    claimed_at: null,
  };
}
