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

/** A key and the id by which sealed bytes name it. The id reveals nothing about the key. */
export interface SealingKey {
  readonly id: Buffer;
  readonly secret: KeyObject;
}

export const keyIdBytes = 8;

/**
 * The key that seals device tokens and other secrets, so that "Show token" works while a copy of control.db alone reveals
 * nothing. While a rotation is under way, the previous key still opens what is not sealed again yet. Keys are KeyObjects, which
 * neither print nor serialise their bytes.
 */
export class TokenKey {
  /** The source of the key for messages: "token.key" or "the environment". */
  readonly source: string;
  /** The files that a rotation replaces; null if the key comes from the environment, where the operator replaces it. */
  readonly files: KeyFiles | null;
  /** Whether the key was created just now, because there was none. */
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

  /** The key that seals new secrets. */
  get current(): SealingKey {
    return this.#current;
  }

  /** The other key that may have sealed a secret. Null unless a rotation is under way. */
  get previous(): SealingKey | null {
    return this.#previous;
  }

  /** Reads keys that a rotation has changed. */
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

/** Loads the key from the environment if given there, otherwise from the data folder, where a missing key is created. */
export function loadTokenKey(dataDir: string, given?: Uint8Array, givenPrevious?: Uint8Array): TokenKey {
  if (given === undefined) {
    return new TokenKey(keyFile, () => toReadKeys(readKeys(dataDir)), {
      beginRotation: () => beginKeyRotation(dataDir),
      endRotation: () => endKeyRotation(dataDir),
    });
  }
  return givenTokenKey(given, givenPrevious ?? null);
}

/** Without a data folder that all processes share, as in a cluster, the key must be given. */
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
