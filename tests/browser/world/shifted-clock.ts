import { closeSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The file in which the processes of a server look up the offset of their clock. */
export const clockFileVariable = "SHIFTED_CLOCK_FILE";

/**
 * A clock that runs like the machine's clock, but at another time. A server that is started with its `preload` and
 * `env` uses it in all of its processes, so that weeks can pass in seconds.
 */
export class ShiftedClock implements Disposable {
  readonly preload = fileURLToPath(new URL("./follow-shifted-clock.ts", import.meta.url));
  readonly env: Readonly<Record<string, string>>;
  readonly #file: number;
  #aheadMs = 0;

  constructor(path: string, startMs: number) {
    this.#file = openSync(path, "w+");
    this.env = { [clockFileVariable]: path };
    this.set(startMs);
  }

  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  set(toMs: number): void {
    this.#aheadMs = toMs - Date.now();
    writeSync(this.#file, new Float64Array([this.#aheadMs]), 0, 8, 0);
  }

  /** The instant `ms` from now, as a device would write it. */
  iso(ms = 0): string {
    return new Date(this.nowMs() + ms).toISOString();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
