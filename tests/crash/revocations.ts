import { openDeviceControl } from "../harness/device-control.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import type { WeirInstallation } from "../harness/weir-installation.ts";
import type { RevokedUses } from "./broken-promises.ts";
import type { Ledger } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";

const pauseMs = 20;
/** Those that are tried again. */
const latestMax = 5;

/**
 * Replaces the token of a device over and over while processes are killed. Once a replacement is confirmed, the token
 * before it must be refused, also after any number of restarts. A replacement that is not confirmed promises nothing.
 */
export class Revocations implements AsyncDisposable {
  readonly #weir: Pick<WeirInstallation, "url" | "dataDir">;
  readonly #device: InstalledDevice;
  readonly #ledger: Ledger;
  readonly #accepted: string[] = [];
  readonly #problems: string[] = [];
  /** Replaced tokens, the newest last. */
  readonly #replaced: string[] = [];
  readonly #loop: Promise<void>;
  #refused = 0;
  #isEnding = false;

  constructor(weir: Pick<WeirInstallation, "url" | "dataDir">, device: InstalledDevice, ledger: Ledger) {
    this.#weir = weir;
    this.#device = device;
    this.#ledger = ledger;
    this.#loop = this.#run();
  }

  /** Those whose replacement is confirmed by now. */
  replacedTokens(): readonly string[] {
    return [...this.#replaced];
  }

  /** Stops, and tries all replaced tokens once more. */
  async finish(): Promise<{ readonly uses: RevokedUses; readonly problems: readonly string[] }> {
    await this[Symbol.asyncDispose]();
    await this.expectRefused(this.#replaced);
    return { uses: { refused: this.#refused, accepted: this.#accepted }, problems: this.#problems };
  }

  async #run(): Promise<void> {
    await using control = openDeviceControl(this.#weir.dataDir);
    const { uuid } = this.#device;
    let { token } = this.#device;
    while (!this.#isEnding) {
      const next = await control.regenerateToken(uuid).catch(() => null);
      if (next !== null) {
        this.#replaced.push(token);
        token = next;
        await this.#expectAccepted(token);
      }
      await this.expectRefused(this.#replaced.slice(-latestMax));
      await Bun.sleep(pauseMs);
    }
  }

  /** At the server under load or, for instance, at one on a restored backup of it. */
  async expectRefused(tokens: readonly string[], url = this.#weir.url): Promise<void> {
    for (const token of tokens) {
      // Not in the ledger: if it is accepted all the same, a row that nobody sent shows it as well.
      const device = this.#deviceWith(token, url);
      const answer = await device.request([{ ...neverSent, sensorId: this.#sensor.id }]).catch(() => null);
      if (answer === null || answer.status === 503) continue;
      if (answer.status === 401) this.#refused++;
      else this.#accepted.push(`${answer.status} for token ${this.#replaced.indexOf(token) + 1}`);
    }
  }

  async #expectAccepted(token: string): Promise<void> {
    const device = this.#deviceWith(token);
    const delivery = await device.deliver([device.sample(this.#sensor)]);
    if (delivery.kind === "wrong") this.#problems.push(`with the newest token: ${delivery.problem}`);
  }

  get #sensor() {
    return this.#device.sensors[0]!;
  }

  #deviceWith(token: string, url = this.#weir.url): SimulatedDevice {
    return new SimulatedDevice(url, { ...this.#device, token }, this.#ledger);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#loop;
  }
}

const neverSent = { value: -0.5, atUs: null, metadata: null };
