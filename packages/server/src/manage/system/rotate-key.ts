import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { reseal, type SealedValue, valuesWithoutHead } from "../../control/sealing/sealed-values.ts";
import { openToken, sealedHead, sealToken } from "../../control/sealing/token.ts";
import { askAudited } from "../core/ask-audited.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { secretBinding } from "../core/sealed-secret.ts";
import { channelBinding, pushKeyBinding } from "../notifications/sealed-channel.ts";
import { seedBinding } from "../people/second-factor.ts";
import type { ClusterMembers } from "./cluster-status.ts";

interface Resealed {
  /** Sealed again with the current key. */
  readonly resealed: number;
  /** Sealed with neither the current nor the previous key. These values are not changed. */
  readonly unreadable: number;
  /** Not reached, because time was up. */
  readonly remaining: number;
}

interface Rotated extends Resealed {
  /** The id of the current key. */
  readonly keyId: string;
  readonly isFromEnvironment: boolean;
}

/**
 * The members of a cluster that seal with another key, in words for the operator. They would leave values behind that
 * nobody can open once the old key is gone.
 */
function membersWithoutKey({ members }: Pick<ClusterMembers, "members">, keyId: string): string[] {
  return members
    .filter((member) => member.state !== "lost" && member.keyId !== keyId)
    .map(({ role, host, pid }) => `${role} on ${host}${pid === null ? "" : ` (process ${pid})`}`);
}

/**
 * Activates a new key, seals everything with it and deletes the old one, as far as time allows. A later call, even
 * after a crash, continues the rotation.
 */
export async function rotateKey(
  control: Control,
  isTimeUp: () => boolean,
  readMembers: () => Promise<Pick<ClusterMembers, "members"> | null>,
): Promise<Result<Rotated>> {
  const { key } = control;
  if (key.files === null && key.previous === null) {
    return refuse(
      "previous_key_needed",
      "The key comes from WEIR_TOKEN_KEY. Set the new key there and the old one in WEIR_TOKEN_KEY_PREVIOUS, restart the " +
        "server with both, and run this command again.",
    );
  }
  const members = await readMembers();
  const without = members === null ? [] : membersWithoutKey(members, keyIdOf(control));
  if (without.length > 0) {
    return refuse(
      "key_not_everywhere",
      `Not every process uses the new key yet: ${without.join(", ")}. Restart them with the new key in WEIR_TOKEN_KEY and the ` +
        "old one in WEIR_TOKEN_KEY_PREVIOUS, and run this command again.",
    );
  }
  const rotating = { accountId: null, action: "key.rotate", subjectKind: "key", subject: keyIdOf(control) };
  const done = await askAudited(
    control,
    rotating,
    () => rotate(control, isTimeUp),
    (resealed) => ({ subject: keyIdOf(control), after: resealed }),
  );
  return succeed({ keyId: keyIdOf(control), isFromEnvironment: key.files === null, ...done });
}

function keyIdOf({ key }: Control): string {
  return key.current.id.toString("hex");
}

async function rotate(control: Control, isTimeUp: () => boolean): Promise<Resealed> {
  const { files } = control.key;
  if (files === null) return resealAll(control, isTimeUp);
  files.beginRotation();
  // From here on every process seals with the new key, so nothing more is sealed with the old one.
  await takeUpKeys(control);
  const done = await resealAll(control, isTimeUp);
  if (done.remaining > 0) return done;
  files.endRotation();
  await takeUpKeys(control);
  return done;
}

async function takeUpKeys(control: Control): Promise<void> {
  control.key.reload();
  await control.announce([{ kind: "key" }]);
}

/** One transaction writes this many values, so that a rotation never delays other changes for long. */
const rowsPerTransaction = 200;

/**
 * Seals everything in control.db with the current key that is not sealed with it yet. It continues where an earlier
 * call stopped, because each value names its key, and it may run beside a server that uses both keys.
 */
export async function resealAll(control: Control, isTimeUp: () => boolean): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const waiting = await valuesWithoutHead(control.db, sealedHead(control.key));
    const before = resealed;
    for (let start = 0; start < waiting.length; start += rowsPerTransaction) {
      resealed += await resealSome(control, waiting.slice(start, start + rowsPerTransaction));
      const remaining = waiting.length - start - rowsPerTransaction;
      // Not before some were sealed, because values that cannot be opened come first again in the next call.
      if (isTimeUp() && remaining > 0 && resealed > 0) return { resealed, unreadable: 0, remaining };
    }
    // Repeats after some were sealed, because a process with only the old key may have replaced a value meanwhile.
    if (resealed === before) return { resealed, unreadable: waiting.length, remaining: 0 };
  }
}

async function resealSome(control: Control, values: readonly SealedValue[]): Promise<number> {
  const done = await commitChange(control, async (tx) => {
    let resealed = 0;
    for (const value of values) {
      const binding = bindingOf(value);
      const text = openToken(value.sealed, binding, control.key);
      if (text === null) continue;
      await reseal(tx, value, sealToken(text, binding, control.key));
      resealed++;
    }
    const audit = nothingToAudit("the whole rotation is one entry");
    return succeed({ value: resealed, audit, changes: [] });
  });
  return done.ok ? done.value : 0;
}

/** What the value is sealed for. */
function bindingOf(value: SealedValue): string {
  switch (value.kind) {
    case "token":
      return value.uuid;
    case "secret":
      return secretBinding(value.accountId, value.name);
    case "seed":
      return seedBinding(value.uuid);
    case "channel":
      return channelBinding(value.uuid);
    case "push key":
      return pushKeyBinding;
  }
}
