import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import {
  keyBytes,
  keyFile,
  previousKeyFile,
  readOrCreateKey,
  readPreviousKey,
  TokenKeyError,
} from "./key-file.ts";

/** A key and the id that sealed bytes name it by. The id says nothing about the key. */
export interface SealingKey {
  readonly id: Buffer;
  readonly secret: KeyObject;
}

export const keyIdBytes = 8;

/**
 * The key that device tokens and other secrets are sealed with, so that "Show token" works while a copy of control.db
 * alone gives nothing away. While a rotation is under way, the key before it still opens what is not sealed again yet. Keys are
 * held as KeyObjects, which neither print nor serialise their bytes.
 */
export class TokenKey {
  /** Where it came from, for messages: "token.key" or "the environment". */
  readonly source: string;
  /** Whether it was created just now, because there was none. */
  readonly isNew: boolean;
  readonly #read: () => ReadKeys;
  #current: SealingKey;
  #previous: SealingKey | null;

  constructor(source: string, read: () => ReadKeys) {
    const { current, previous, isNew } = read();
    this.source = source;
    this.isNew = isNew;
    this.#read = read;
    this.#current = current;
    this.#previous = previous;
  }

  /** What new secrets are sealed with. */
  get current(): SealingKey {
    return this.#current;
  }

  /** What else may have sealed a secret. Null unless a rotation is under way. */
  get previous(): SealingKey | null {
    return this.#previous;
  }

  /** Takes up keys that a rotation has changed. */
  reload(): void {
    const { current, previous } = this.#read();
    this.#current = current;
    this.#previous = previous;
  }
}

interface ReadKeys {
  readonly current: SealingKey;
  readonly previous: SealingKey | null;
  readonly isNew: boolean;
}

/** From the environment where it is given there, else from the data folder, where it is created when it is missing. */
export function loadTokenKey(dataDir: string, given?: Uint8Array, givenPrevious?: Uint8Array): TokenKey {
  if (given !== undefined) {
    const source = "the environment";
    const previous = givenPrevious === undefined ? null : toSealingKey(givenPrevious, source);
    const keys = { current: toSealingKey(given, source), previous, isNew: false };
    return new TokenKey(source, () => keys);
  }
  return new TokenKey(keyFile, () => {
    const { bytes, isNew } = readOrCreateKey(dataDir);
    const previous = readPreviousKey(dataDir);
    return {
      current: toSealingKey(bytes, keyFile),
      previous: previous === null ? null : toSealingKey(previous, previousKeyFile),
      isNew,
    };
  });
}

function toSealingKey(bytes: Uint8Array, source: string): SealingKey {
  if (bytes.length !== keyBytes) {
    throw new TokenKeyError(`The token key from ${source} has ${bytes.length} bytes instead of ${keyBytes}.`);
  }
  const id = createHash("sha256").update("weir key id ").update(bytes).digest().subarray(0, keyIdBytes);
  return { id, secret: createSecretKey(bytes) };
}
