import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/**
 * The key that device tokens are sealed with, so that "Show Token" works while a copy of control.db alone gives no
 * token away. It is held as a KeyObject, which neither prints nor serialises its bytes.
 */
export interface TokenKey {
  readonly secret: KeyObject;
  /** Where it came from, for messages: "token.key" or "the environment". */
  readonly source: string;
}

export class TokenKeyError extends Error {
  readonly code = "token_key_unusable";
}

const fileName = "token.key";
const keyBytes = 32;
const ownerOnly = 0o600;

export function loadTokenKey(dataDir: string, fromEnvironment?: Uint8Array): TokenKey {
  if (fromEnvironment) return toTokenKey(fromEnvironment, "the environment");
  const path = join(dataDir, fileName);
  const bytes = readKeyFile(path) ?? createKeyFile(dataDir, path);
  return toTokenKey(bytes, fileName);
}

function toTokenKey(bytes: Uint8Array, source: string): TokenKey {
  if (bytes.length !== keyBytes) {
    throw new TokenKeyError(`The token key from ${source} has ${bytes.length} bytes instead of ${keyBytes}.`);
  }
  return { secret: createSecretKey(bytes), source };
}

/** Null when there is no such file. The mode is checked on the opened file, so what was checked is what is read. */
function readKeyFile(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
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
 * Of several processes that start together, one creates the key and all use it: each writes a complete file of its own
 * and links it to the real name, which succeeds for the first only. Nobody ever sees a file that is half written.
 */
function createKeyFile(dataDir: string, path: string): Uint8Array {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeDurably(draft, randomBytes(keyBytes));
    linkSync(draft, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
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
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
