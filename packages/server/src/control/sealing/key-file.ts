import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../platform/error-code.ts";

/**
 * The files of the token key in the data folder: the current key and, while a rotation is under way, the previous one. Only the
 * owner may access both, and they are durable before anything is sealed with them.
 */
export const keyFile = "token.key";
export const previousKeyFile = "token.key.previous";
const keyBytes = 32;

export class TokenKeyError extends Error {
  readonly code = "token_key_unusable";
}

/** The source of a key that is not in a file, for messages. */
export const environment = "the environment";
const ownerOnly = 0o600;

export interface KeyBytes {
  readonly current: Uint8Array;
  /** Null unless a rotation is under way. */
  readonly previous: Uint8Array | null;
  /** Whether the current key was created just now, because there was none. */
  readonly isNew: boolean;
}

/** Reads keys that are in no file. */
export function readGivenKeys(given: Uint8Array, givenPrevious: Uint8Array | null): KeyBytes {
  const previous = givenPrevious === null ? null : whole(givenPrevious, environment);
  return { current: whole(given, environment), previous, isNew: false };
}

/** Reads the keys from the environment if given there, otherwise from the data folder, where a missing key is created. */
export function readKeys(dataDir: string, given?: Uint8Array, givenPrevious?: Uint8Array): KeyBytes {
  if (given !== undefined) return readGivenKeys(given, givenPrevious ?? null);
  const { bytes, isNew } = readOrCreateKey(dataDir);
  const previous = readKeyFile(join(dataDir, previousKeyFile));
  return {
    current: whole(bytes, keyFile),
    previous: previous === null ? null : whole(previous, previousKeyFile),
    isNew,
  };
}

function whole(bytes: Uint8Array, source: string): Uint8Array {
  if (bytes.length === keyBytes) return bytes;
  throw new TokenKeyError(`The token key from ${source} has ${bytes.length} bytes instead of ${keyBytes}.`);
}

/** Reads the current key, or creates it. */
function readOrCreateKey(dataDir: string): { readonly bytes: Uint8Array; readonly isNew: boolean } {
  const path = join(dataDir, keyFile);
  const found = readKeyFile(path);
  return found === null
    ? { bytes: createKeyFile(dataDir, path), isNew: true }
    : { bytes: found, isNew: false };
}

/**
 * Creates a new current key and keeps the previous one beside it. If a rotation is under way already, its keys stay as they
 * are. A crash in between leaves two names for one key, and the next call continues from there.
 */
export function beginKeyRotation(dataDir: string): void {
  const [path, previousPath] = [join(dataDir, keyFile), join(dataDir, previousKeyFile)];
  const { bytes } = readOrCreateKey(dataDir);
  const previous = readKeyFile(previousPath);
  if (previous !== null && !Buffer.from(previous).equals(bytes)) return;
  if (previous === null) linkSync(path, previousPath);
  syncFolder(dataDir);
  const draft = `${path}.${randomBytes(8).toHex()}`;
  writeDurably(draft, randomBytes(keyBytes));
  renameSync(draft, path);
  syncFolder(dataDir);
}

/** Deletes the previous key. Anything still sealed with it can never be opened again. */
export function endKeyRotation(dataDir: string): void {
  removeIfThere(join(dataDir, previousKeyFile));
  syncFolder(dataDir);
}

export function isKeyRotationUnfinished(dataDir: string): boolean {
  return existsSync(join(dataDir, previousKeyFile));
}

/** Returns null if there is no such file. The mode is checked on the opened file, so exactly what is read was checked. */
function readKeyFile(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw new TokenKeyError(`${path} cannot be read by the user that Weir runs as.`, { cause });
  }
  try {
    const mode = fstatSync(file).mode & 0o777;
    if ((mode & 0o077) !== 0) {
      throw new TokenKeyError(
        `${path} can be read or written by other users (mode ${mode.toString(8)}). Run: chmod 600 ${path}`,
      );
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * If several processes start together, one creates the key and all use it: each writes a complete file and links it to the real
 * name, which succeeds only for the first. Nobody ever sees a half-written file.
 */
function createKeyFile(dataDir: string, path: string): Uint8Array {
  const draft = `${path}.${randomBytes(8).toHex()}`;
  try {
    writeDurably(draft, randomBytes(keyBytes));
    linkSync(draft, path);
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST") {
      throw new TokenKeyError(`${path} cannot be created. Check that Weir may write to ${dataDir}.`, {
        cause,
      });
    }
  } finally {
    removeIfThere(draft);
  }
  syncFolder(dataDir);
  const bytes = readKeyFile(path);
  if (!bytes) throw new TokenKeyError(`${path} disappeared while Weir was starting.`);
  return bytes;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", ownerOnly);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Tokens sealed with the key are durable at once, so its name in the folder must be durable before the first of them. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
