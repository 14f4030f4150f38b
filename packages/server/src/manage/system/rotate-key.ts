import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { ControlStore } from "../../control/control-store.ts";
import { reseal, type SealedValue, valuesWithoutHead } from "../../control/sealing/sealed-values.ts";
import { openToken, sealedHead, sealToken } from "../../control/sealing/token.ts";
import { askAudited } from "../audit/ask-audited.ts";
import { secretBinding } from "../chains/secrets/sealed-secret.ts";
import { commitChange } from "../commit-change.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { seedBinding } from "../people/second-factor.ts";

interface Resealed {
  /** Sealed again with the key in force. */
  readonly resealed: number;
  /** Sealed with a key that is neither the one in force nor the one before it. They stay as they are. */
  readonly unreadable: number;
  /** Not come to, because time was up. */
  readonly remaining: number;
}

export interface Rotated extends Resealed {
  /** Of the key in force. */
  readonly keyId: string;
  readonly isFromEnvironment: boolean;
}

/**
 * Puts a new key in force, seals everything with it and deletes the old one, for as long as there is time. A call that
 * follows, also after a crash, goes on with the rotation that is under way.
 */
export async function rotateKey(store: ControlStore, isTimeUp: () => boolean): Promise<Result<Rotated>> {
  const { key } = store;
  if (key.files === null && key.previous === null) {
    return refuse(
      "previous_key_needed",
      "The key comes from WEIR_TOKEN_KEY. Set the new key there and the old one in WEIR_TOKEN_KEY_PREVIOUS, restart the " +
        "server with both, and run this command again.",
    );
  }
  const rotating = { accountId: null, action: "key.rotate", subjectKind: "key", subject: keyIdOf(store) };
  const done = await askAudited(
    store,
    rotating,
    () => rotate(store, isTimeUp),
    (resealed) => ({ subject: keyIdOf(store), after: resealed }),
  );
  return succeed({ keyId: keyIdOf(store), isFromEnvironment: key.files === null, ...done });
}

function keyIdOf({ key }: ControlStore): string {
  return key.current.id.toString("hex");
}

async function rotate(store: ControlStore, isTimeUp: () => boolean): Promise<Resealed> {
  const { files } = store.key;
  if (files === null) return resealAll(store, isTimeUp);
  files.beginRotation();
  // From here on every process seals with the new key, so nothing is sealed with the old one behind our back.
  await takeUpKeys(store);
  const done = await resealAll(store, isTimeUp);
  if (done.remaining > 0) return done;
  files.endRotation();
  await takeUpKeys(store);
  return done;
}

async function takeUpKeys(store: ControlStore): Promise<void> {
  store.key.reload();
  await store.announce([{ kind: "key" }]);
}

/** One transaction writes this many, so that a rotation never keeps other changes waiting for long. */
const rowsPerTransaction = 200;

/**
 * Seals everything in control.db that is not sealed with the key in force with that key. It goes on where an earlier call was
 * cut off, because each value says which key it is sealed with, and it may run beside a server that works with both keys.
 */
export async function resealAll(store: ControlStore, isTimeUp: () => boolean): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const waiting = await valuesWithoutHead(store.db, sealedHead(store.key));
    const before = resealed;
    for (let start = 0; start < waiting.length; start += rowsPerTransaction) {
      resealed += await resealSome(store, waiting.slice(start, start + rowsPerTransaction));
      const remaining = waiting.length - start - rowsPerTransaction;
      // Not before some were: those that cannot be opened come first again in the next call.
      if (isTimeUp() && remaining > 0 && resealed > 0) return { resealed, unreadable: 0, remaining };
    }
    // Once more after some were: a value may have been replaced meanwhile by somebody who had the old key only.
    if (resealed === before) return { resealed, unreadable: waiting.length, remaining: 0 };
  }
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
