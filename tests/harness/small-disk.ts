import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

/** A small file system that a test can fill to the last byte and empty again. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  fill(): void;
  free(): void;
}

const fillerChunk = Buffer.alloc(4096, 1);

/** Why no file system can be mounted here; null if one can. */
export function whyNoMount(): string | null {
  if (process.platform !== "linux") return "a small disk needs Linux";
  if (process.getuid?.() !== 0) return "mounting a small disk needs root";
  try {
    mountSmallDisk(1024 * 1024)[Symbol.dispose]();
    return null;
  } catch (error) {
    return `mounting a small disk is not permitted: ${error instanceof Error ? error.message : error}`;
  }
}

export function mountSmallDisk(bytes: number): SmallDisk {
  const folder = tempFolder();
  const path = folder.path;
  run(["mount", "-t", "tmpfs", "-o", `size=${bytes}`, "weir-test", path]);
  const filler = join(path, "filler");
  return {
    path,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]: () => {
      run(["umount", "--lazy", path]);
      folder[Symbol.dispose]();
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, fillerChunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

function run(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(stderr.toString().trim());
}
