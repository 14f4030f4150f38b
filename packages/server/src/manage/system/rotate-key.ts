import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { ControlStore } from "../../control/control-store.ts";
import { reseal, type SealedValue, valuesWithoutHead } from "../../control/sealing/sealed-values.ts";
import { openToken, sealedHead, sealToken } from "../../control/sealing/token.ts";
import { secretBinding } from "../chains/secrets/sealed-secret.ts";
import { commitChange } from "../commit-change.ts";
import { succeed } from "../manage-error.ts";
import { seedBinding } from "../people/second-factor.ts";

export interface Resealed {
  /** Sealed again with the key in force. */
  readonly resealed: number;
  /** Sealed with a key that is neither the one in force nor the one before it. They stay as they are. */
  readonly unreadable: number;
}

/** One transaction writes this many, so that a rotation never keeps other changes waiting for long. */
const rowsPerTransaction = 200;

/**
 * Seals everything in control.db that is not sealed with the key in force with that key. It goes on where an earlier call was
 * cut off, because each value says which key it is sealed with, and it may run beside a server that works with both keys.
 */
export async function resealAll(
  store: ControlStore,
  onProgress: (done: number, of: number) => void,
): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const waiting = await valuesWithoutHead(store.db, sealedHead(store.key));
    const before = resealed;
    for (let start = 0; start < waiting.length; start += rowsPerTransaction) {
      resealed += await resealSome(store, waiting.slice(start, start + rowsPerTransaction));
      onProgress(Math.min(start + rowsPerTransaction, waiting.length), waiting.length);
    }
    // Once more after some were: a value may have been replaced meanwhile by somebody who had the old key only.
    if (resealed === before) return { resealed, unreadable: waiting.length };
  }
}

/** Enters the rotation in the audit log. */
export async function recordRotation(store: ControlStore, done: Resealed): Promise<void> {
  const subject = store.key.current.id.toString("hex");
  const entry = { accountId: null, action: "key.rotate", subjectKind: "key", subject, after: done };
  await commitChange(store, async () => succeed({ value: null, audit: [entry], changes: [] }));
}

async function resealSome(store: ControlStore, values: readonly SealedValue[]): Promise<number> {
  const done = await commitChange(store, async (tx) => {
    let resealed = 0;
    for (const value of values) {
      const binding = bindingOf(value);
      const text = openToken(value.sealed, binding, store.key);
      if (text === null) continue;
      await reseal(tx, value, sealToken(text, binding, store.key));
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
  }
}
