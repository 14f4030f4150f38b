import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";

const source = join(import.meta.dir, "wrong-clock.c");
const offsetBytes = 8;

/** The clock of servers that are started with `env`, which can be changed while they run. */
export class SteppedClock implements Disposable {
  readonly #folder = tempFolder();
  readonly #file = join(this.#folder.path, "offset");
  readonly env: Readonly<Record<string, string>>;

  constructor() {
    const library = join(this.#folder.path, "wrong-clock.so");
    const built = Bun.spawnSync(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
    if (built.exitCode !== 0) throw new Error(`The clock could not be compiled: ${built.stderr.toString()}`);
    writeFileSync(this.#file, Buffer.alloc(offsetBytes));
    this.env = { LD_PRELOAD: library, WEIR_TEST_CLOCK_FILE: this.#file };
  }

  /** From now on, the clock is this far ahead of the right time, or behind it. */
  set(seconds: number): void {
    const bytes = Buffer.alloc(offsetBytes);
    bytes.writeBigInt64LE(BigInt(Math.round(seconds)));
    // Written in place, because running processes have mapped this file.
    const file = openSync(this.#file, "r+");
    writeSync(file, bytes, 0, offsetBytes, 0);
    closeSync(file);
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

/** Why clocks cannot be changed here; null if they can. */
export function whyNoSteppedClock(): string | null {
  if (process.platform !== "linux") return "a changed clock needs Linux";
  if (Bun.which("cc") === null) return "a changed clock needs a C compiler (cc)";
  using clock = new SteppedClock();
  const aheadS = 3600;
  clock.set(aheadS);
  const { stdout } = Bun.spawnSync([process.execPath, "-e", "console.log(Date.now())"], {
    env: { ...process.env, ...clock.env },
  });
  const seenS = (Number(stdout.toString()) - Date.now()) / 1000;
  return Math.abs(seenS - aheadS) < aheadS / 2
    ? null
    : "the clock of this runtime does not come from the C library";
}
