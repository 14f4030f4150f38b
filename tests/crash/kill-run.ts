import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import type { KillPoint } from "./kill-points.ts";

const killsAtPoint = fileURLToPath(new URL("./kill-at-point.ts", import.meta.url));

/** A Weir whose processes can be told to kill themselves at a point of their work. */
export class KillRun implements AsyncDisposable {
  readonly weir: WeirInstallation;
  readonly #preload: string;

  /** A broken variant loads kill-at-point.ts itself. */
  constructor(env: Readonly<Record<string, string>>, brokenVariant?: string) {
    this.weir = new WeirInstallation({ env });
    this.#preload = brokenVariant ?? killsAtPoint;
  }

  get #killFile(): string {
    return join(this.weir.notesDir, "kill");
  }

  start(): Promise<WeirProcess> {
    return this.weir.start({ preload: this.#preload, env: { WEIR_TEST_KILL_FILE: this.#killFile } });
  }

  /**
   * Repeats an action until the process with this point has died this many times. `onDeath` is called while the process
   * is gone, because it only comes back after a while.
   */
  async dieAt(
    point: KillPoint,
    { deaths, meanwhile, onDeath }: { deaths: number; meanwhile: () => Promise<void>; onDeath?: () => void },
  ): Promise<void> {
    const [role] = point.split(":");
    const ended = `the ${role} process ended and will be restarted`;
    const died = () => this.weir.logText.split(ended).length - 1;
    let seen = died();
    const until = seen + deaths;
    const watch = async () => {
      await waitUntil(`the ${role} process dies at the point "${point}"`, () => died() > seen, 90_000);
      seen++;
      onDeath?.();
    };
    const work = async () => {
      while (seen < until) await meanwhile();
    };
    writeFileSync(this.#killFile, point);
    const working = work();
    while (seen < until) await Promise.race([watch(), working]);
    rmSync(this.#killFile);
    await working;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.weir[Symbol.asyncDispose]();
  }
}
