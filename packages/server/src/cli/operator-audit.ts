import { userInfo } from "node:os";
import { findAccount } from "../manage/accounts.ts";
import { appendAudit } from "../manage/audit-log.ts";
import type { ControlStore } from "../manage/control-store.ts";
import { findChain } from "../manage/find-chain.ts";
import { findDevice } from "../manage/find-device.ts";

/** What a command has done, in the words in which the management API notes the same. */
export interface OperatorAction {
  /** `device.update`. */
  readonly action: string;
  /** `device`. */
  readonly subjectKind: string;
  /** A UUID or a name; of a person the e-mail address. */
  readonly subject: string;
  /** Whose log it belongs to. */
  readonly whose: AuditedAccount;
  /** Plain JSON of what it was and what it became. Never a secret. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** An account by what is known of it: itself (UUID or name), or a thing in it. Null for what is about none. */
export type AuditedAccount =
  | { readonly accountId: number | null }
  | { readonly account: string }
  | { readonly device: string }
  | { readonly chain: string }
  | null;

/** Notes what the operator did, in the name of the system user who ran the command. */
export async function auditOperator(store: ControlStore, { whose, ...done }: OperatorAction): Promise<void> {
  await appendAudit(store, {
    accountId: await accountIdOf(store, whose),
    actorKind: "operator",
    actor: operatorName(),
    source: "command line",
    requestId: "",
    ...done,
  });
}

/** A container may run as a user that has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return "operator";
  }
}

/** What cannot be found any more is noted without an account rather than not at all. */
async function accountIdOf(store: ControlStore, whose: AuditedAccount): Promise<number | null> {
  if (whose === null) return null;
  if ("accountId" in whose) return whose.accountId;
  if ("account" in whose) {
    const found = await findAccount(store, whose.account);
    return found.ok ? found.value.id : null;
  }
  const found =
    "device" in whose
      ? await findDevice(store, store.db, whose.device)
      : await findChain(store, store.db, whose.chain);
  return found.ok ? found.value.accountId : null;
}
