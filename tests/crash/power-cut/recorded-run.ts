import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf, weirJson } from "../../cli/weir-command.ts";
import type { InstalledDevice } from "../../harness/installed-data.ts";
import type { StartOptions, WeirInstallation } from "../../harness/weir-installation.ts";
import type { WeirProcess } from "../../harness/weir-process.ts";
import type { Ledger, SentReading } from "../ledger.ts";
import type { Shape, SimulatedDevice } from "../simulated-device.ts";
import { recordingCommand } from "../strace.ts";
import { parseTrace, type SystemCall } from "./system-calls.ts";

/** One run of a server whose system calls are recorded, with the requests it answered by their ids. */
export class RecordedRun {
  readonly life: WeirProcess;
  readonly #traceFile: string;
  readonly #replacements: { readonly token: string; readonly by: string }[] = [];
  readonly #requests = new Map<string, readonly SentReading[]>();

  static async start(weir: WeirInstallation, name: string, start: StartOptions = {}): Promise<RecordedRun> {
    const traceFile = join(weir.notesDir, `${name}.strace`);
    return new RecordedRun(await weir.start({ ...start, under: recordingCommand(traceFile) }), traceFile);
  }

  private constructor(life: WeirProcess, traceFile: string) {
    this.life = life;
    this.#traceFile = traceFile;
  }

  /** Sends a request and keeps its id. Returns the counts of the answer. */
  async deliver(
    device: SimulatedDevice,
    readings: readonly SentReading[],
    shape: Shape,
  ): Promise<{ accepted: number; duplicates: number }> {
    const response = await device.request(readings, shape);
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    this.#requests.set(response.headers.get("x-request-id")!, readings);
    return (await response.json()) as { accepted: number; duplicates: number };
  }

  /** Replaces the token of a device through the server. */
  async replaceToken(dataDir: string, device: InstalledDevice): Promise<void> {
    const command = ["device", "token", device.uuid, "--regenerate", "--json"];
    const { token } = await weirJson<{ token: string }>(command, placeOf(dataDir));
    this.#replacements.push({ token: this.#replacements.at(-1)?.by ?? device.token, by: token });
  }

  /** The tokens whose replacement was answered within these calls. */
  replacedTokens(calls: readonly SystemCall[]): string[] {
    const answers = calls.filter((call) => call.kind === "answer");
    return this.#replacements
      .filter(({ by }) => answers.some(({ text }) => text.includes(by)))
      .map(({ token }) => token);
  }

  calls(): SystemCall[] {
    return parseTrace(readFileSync(this.#traceFile, "utf8"));
  }

  /** Records what this answer acknowledged. */
  noteAnswer(call: SystemCall, ledger: Ledger): void {
    if (call.kind !== "answer") return;
    for (const [, id] of call.text.matchAll(/HTTP\/1\.1 202 .*?\r\nx-request-id: (\S+)/gis)) {
      for (const reading of this.#requests.get(id!) ?? [])
        ledger.acknowledge(reading, "accepted or duplicate");
    }
  }
}
