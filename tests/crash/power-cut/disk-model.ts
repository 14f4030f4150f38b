import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import type { SystemCall } from "./system-calls.ts";

/** A change that the system has accepted and that may not be on the disk yet. */
type Change =
  | { readonly kind: "write"; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: "truncate"; readonly bytes: number };

interface FileOnDisk {
  /** What certainly survives. */
  certain: Buffer;
  /** What may survive, oldest first. */
  readonly pending: Change[];
  /** How many of the pending changes each running sync covers, by thread. */
  readonly syncing: Map<string, number>;
}

/** A drive writes a sector completely or not at all. */
const smallestSectorBytes = 512;

interface CutOptions {
  /** The probability that a sector that was not synced is on the disk. */
  readonly survival: number;
  readonly random: SeededRandom;
  readonly sectorBytes?: number;
}

/**
 * What a power cut would leave of a data folder. A change is certain once a sync that began after it has returned.
 * Until then any part of it may be on the disk, and parts of later changes before it. File names are assumed to be as
 * durable as the first sync of the file. Shared-memory files are left out, because they are rebuilt.
 */
export class DiskModel {
  readonly #folder: string;
  readonly #files = new Map<string, FileOnDisk>();

  /** The current folder, all of it on the disk. */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of namesIn(folder)) this.#file(name).certain = readFileSync(join(folder, name));
  }

  /** A copy of the disk, to continue in another way. */
  fork(): DiskModel {
    const copy = new DiskModel(this.#folder);
    copy.#files.clear();
    for (const [name, { certain, pending, syncing }] of this.#files) {
      copy.#files.set(name, {
        certain: Buffer.from(certain),
        pending: [...pending],
        syncing: new Map(syncing),
      });
    }
    return copy;
  }

  /** Treats what the folder holds beyond what is certain as written but not yet synced. */
  adoptUnsynced(): void {
    for (const name of namesIn(this.#folder)) {
      const found = readFileSync(join(this.#folder, name));
      const file = this.#file(name);
      if (found.equals(file.certain)) continue;
      file.pending.push({ kind: "truncate", bytes: found.length }, { kind: "write", offset: 0, data: found });
    }
  }

  apply(call: SystemCall): void {
    if (call.kind === "answer" || dirname(call.path) !== this.#folder || isRebuilt(call.path)) return;
    const name = basename(call.path);
    switch (call.kind) {
      case "write":
      case "truncate":
        this.#file(name).pending.push(call);
        break;
      case "remove":
        this.#files.delete(name);
        break;
      case "syncBegun":
        this.#files.get(name)?.syncing.set(call.thread, this.#file(name).pending.length);
        break;
      case "syncDone":
        this.#settle(name, call.thread);
        break;
    }
  }

  /** Writes a folder as the cut may have left it. */
  cut(folder: string, options: CutOptions): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, { certain, pending }] of this.#files) {
      let content: Buffer = Buffer.from(certain);
      for (const change of pending) content = applySome(content, change, options);
      writeFileSync(join(folder, name), content, { mode: 0o600 });
    }
  }

  #settle(name: string, thread: string): void {
    const file = this.#files.get(name);
    const covered = file?.syncing.get(thread);
    if (file === undefined || covered === undefined) return;
    file.syncing.delete(thread);
    for (const change of file.pending.splice(0, covered)) file.certain = apply(file.certain, change);
    for (const [other, count] of file.syncing) file.syncing.set(other, Math.max(0, count - covered));
  }

  #file(name: string): FileOnDisk {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = { certain: Buffer.alloc(0), pending: [], syncing: new Map() };
      this.#files.set(name, file);
    }
    return file;
  }
}

function applySome(content: Buffer, change: Change, options: CutOptions): Buffer {
  const { survival, random, sectorBytes = smallestSectorBytes } = options;
  if (change.kind === "truncate") return random.chance(survival) ? apply(content, change) : content;
  let changed = content;
  const { offset, data } = change;
  for (let at = 0; at < data.length; ) {
    const end = Math.min(data.length, at + sectorBytes - ((offset + at) % sectorBytes));
    if (random.chance(survival)) {
      changed = apply(changed, { kind: "write", offset: offset + at, data: data.subarray(at, end) });
    }
    at = end;
  }
  return changed;
}

/** Changes the content in place if possible. */
function apply(content: Buffer, change: Change): Buffer {
  if (change.kind === "truncate") return resized(content, change.bytes);
  const grown = resized(content, Math.max(content.length, change.offset + change.data.length));
  grown.set(change.data, change.offset);
  return grown;
}

function resized(content: Buffer, bytes: number): Buffer {
  if (bytes === content.length) return content;
  const copy = Buffer.alloc(bytes);
  copy.set(content.subarray(0, bytes));
  return copy;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isRebuilt(entry.name))
    .map(({ name }) => name);
}

function isRebuilt(path: string): boolean {
  return path.endsWith("-shm") || path.endsWith(".sock");
}
