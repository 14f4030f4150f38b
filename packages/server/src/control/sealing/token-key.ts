import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import {
  beginKeyRotation,
  endKeyRotation,
  environment,
  type KeyBytes,
  keyFile,
  readGivenKeys,
  readKeys,
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
  /** Where a rotation replaces it; null where it comes from the environment, and the operator does. */
  readonly files: KeyFiles | null;
  /** Whether it was created just now, because there was none. */
  readonly isNew: boolean;
  readonly #read: () => ReadKeys;
  #current: SealingKey;
  #previous: SealingKey | null;

  constructor(source: string, read: () => ReadKeys, files: KeyFiles | null) {
    const { current, previous, isNew } = read();
    this.source = source;
    this.files = files;
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

interface KeyFiles {
  beginRotation(): void;
  endRotation(): void;
}

interface ReadKeys {
  readonly current: SealingKey;
  readonly previous: SealingKey | null;
  readonly isNew: boolean;
}

/** From the environment where it is given there, else from the data folder, where it is created when it is missing. */
export function loadTokenKey(dataDir: string, given?: Uint8Array, givenPrevious?: Uint8Array): TokenKey {
  if (given === undefined) {
    return new TokenKey(keyFile, () => toReadKeys(readKeys(dataDir)), {
      beginRotation: () => beginKeyRotation(dataDir),
      endRotation: () => endKeyRotation(dataDir),
    });
  }
  return givenTokenKey(given, givenPrevious ?? null);
}

/** Where there is no data folder that all processes share, as in a cluster, the key has to be given. */
export function givenTokenKey(given: Uint8Array | null, givenPrevious: Uint8Array | null = null): TokenKey {
  if (given === null) {
    throw new TokenKeyError(
      "A cluster needs WEIR_TOKEN_KEY, or token_key in weir.toml, with the same key on every node. Create one with: openssl rand -base64 32",
    );
  }
  const keys = toReadKeys(readGivenKeys(given, givenPrevious));
  return new TokenKey(environment, () => keys, null);
}

function toReadKeys({ current, previous, isNew }: KeyBytes): ReadKeys {
  return {
    current: toSealingKey(current),
    previous: previous === null ? null : toSealingKey(previous),
    isNew,
  };
}

function toSealingKey(bytes: Uint8Array): SealingKey {
  const id = createHash("sha256").update("weir key id ").update(bytes).digest().subarray(0, keyIdBytes);
  return { id, secret: createSecretKey(bytes) };
}
