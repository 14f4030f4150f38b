import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { Evidence } from "./broken-promises.ts";
import { Ledger } from "./ledger.ts";
import { Revocations } from "./revocations.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { Traffic, type TrafficOptions } from "./traffic.ts";

interface LoadOptions extends TrafficOptions {
  readonly seed: number;
  readonly devices?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The time of the first reading; yesterday if left out. */
  readonly fromMs?: number;
}

/**
 * An installation under load whatever happens to its servers: devices send and repeat what was not answered, and a token
 * is replaced over and over. Starting and ending servers is up to the caller.
 */
export class LoadedWeir implements AsyncDisposable {
  readonly weir: WeirInstallation;
  readonly random: SeededRandom;
  readonly ledger = new Ledger();
  readonly #senders: SimulatedDevice[] = [];
  readonly #options: TrafficOptions;
  #traffic: Traffic | null = null;
  #revocations: Revocations | null = null;

  static async create(options: LoadOptions): Promise<LoadedWeir> {
    const { devices = 4, fromMs } = options;
    const loaded = new LoadedWeir(options);
    const { weir, ledger } = loaded;
    while (loaded.#senders.length < devices) {
      const device = await weir.createDevice(["a", "b", "c"]);
      loaded.#senders.push(
        new SimulatedDevice(weir.url, device, ledger, fromMs === undefined ? {} : { fromMs }),
      );
    }
    return loaded;
  }

  private constructor({ seed, env = {}, ...options }: LoadOptions) {
    this.random = new SeededRandom(seed);
    this.weir = new WeirInstallation({ env });
    this.#options = options;
  }

  /** Begins to send and to replace tokens. */
  async begin(): Promise<Traffic> {
    const changed = await this.weir.createDevice(["r"]);
    this.#revocations = new Revocations(this.weir, changed, this.ledger);
    this.#traffic = new Traffic(this.#senders, this.random, this.#options);
    return this.#traffic;
  }

  /** Resolves when this many more readings have been acknowledged. */
  async untilAcknowledged(count: number, timeoutMs = 60_000): Promise<void> {
    const until = this.ledger.acknowledgedCount + count;
    await waitUntil(
      `${count} more readings are acknowledged`,
      () => this.ledger.acknowledgedCount >= until,
      timeoutMs,
    );
  }

  get revocations(): Revocations {
    return this.#revocations!;
  }

  /** Stops sending once everything is acknowledged, waits until it is settled, and compares. A server must be running. */
  async finish(): Promise<Evidence> {
    const traffic = this.#traffic!;
    await traffic.finish();
    const { uses: revoked, problems } = await this.revocations.finish();
    const status = await this.weir.untilSettled(60_000);
    const rows = storedRows(this.weir.dataDir);
    return { ledger: this.ledger, rows, problems: [...traffic.problems, ...problems], status, revoked };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#traffic?.[Symbol.dispose]();
    await this.#revocations?.[Symbol.asyncDispose]();
    await this.weir[Symbol.asyncDispose]();
  }
}
