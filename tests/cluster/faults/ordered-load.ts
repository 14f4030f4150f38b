import { Ledger, type SentReading } from "../../crash/ledger.ts";
import { SimulatedDevice } from "../../crash/simulated-device.ts";
import type { InstalledDevice } from "../../harness/installed-data.ts";
import { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { Pausing } from "./pausing.ts";

/** A device whose first sensor sends numbered readings, one request after another, in several loads. */
export interface OrderedDevice {
  readonly device: InstalledDevice;
  /** Added to the number of a reading, so that no two readings of a cluster have the same value. */
  readonly valuesFrom: number;
  /** The number of the last reading. */
  sent: number;
  lastAtUs: number;
}

interface Sender {
  readonly device: OrderedDevice;
  readonly simulated: SimulatedDevice;
  readonly firstNth: number;
  /** When the last acknowledged request was first sent, and when it was acknowledged. */
  begunMs: number;
  acknowledgedMs: number;
  /** The newest acknowledged reading. */
  acknowledgedUs: number;
}

interface LoadOptions {
  readonly url: string;
  readonly devices: readonly OrderedDevice[];
  readonly seed: number;
  readonly pausing?: Pausing;
}

/** Longer than the 10 s that Weir tries to publish before it answers 503. */
const answerTimeoutMs = 15_000;
const retryAfterMs = 100;
/** No request takes longer if nothing is wrong, even on a busy machine. */
const usualWaitMaxMs = 1000;
const pauseMs = 60;
const bulkMax = 40;
const bulkChance = 0.1;
/** How likely a request is sent twice at once, so that two nodes may get it. */
const twinChance = 0.03;
/** How far timestamps are behind the clock, so that many readings within a millisecond are not in the future. */
const behindMs = 1000;
/** Longer than anything takes on a busy machine. */
const acceptedTimeoutMs = 300_000;

/**
 * Devices that send in order and repeat a request until it is acknowledged. A sensor sends its next reading only when
 * the previous one was acknowledged. Every reading has a timestamp, so that a repeat is recognised.
 */
export class OrderedLoad implements Disposable {
  readonly ledger = new Ledger();
  /** The oldest time of a reading of this load. */
  readonly fromUs = (Date.now() - behindMs) * 1000;
  readonly #random: SeededRandom;
  readonly #pausing: Pausing;
  readonly #senders: readonly Sender[];
  readonly #timesSent = new Map<number, number>();
  readonly #answers = new Map<string, number>();
  readonly #problems: string[] = [];
  readonly #loops: Promise<void>[];
  #longestMs = 0;
  readonly #troubles: { readonly begunMs: number; readonly endedMs: number }[] = [];
  #isFinishing = false;
  #isAbandoned = false;

  constructor({ url, devices, seed, pausing = new Pausing(devices.length) }: LoadOptions) {
    this.#pausing = pausing;
    this.#random = new SeededRandom(seed);
    this.#senders = devices.map((device) => ({
      device,
      simulated: new SimulatedDevice(url, device.device, this.ledger, {
        timeoutMs: answerTimeoutMs,
        isToBeRepeated,
      }),
      firstNth: device.sent + 1,
      begunMs: 0,
      acknowledgedMs: 0,
      acknowledgedUs: 0,
    }));
    this.#loops = this.#senders.map((sender) => this.#run(sender));
  }

  /** Answers that no device should ever get. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The number of requests by status; "none" if there was no answer. */
  get answers(): ReadonlyMap<string, number> {
    return this.#answers;
  }

  /** The longest time for which a device had to repeat a request. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /**
   * When the last request with trouble was acknowledged, of those that began before this moment and had to be repeated
   * or to wait; 0 if there was none.
   */
  troubleEndedMs(beforeMs: number): number {
    return this.#troubles
      .filter(({ begunMs }) => begunMs < beforeMs)
      .reduce((latest, { endedMs }) => Math.max(latest, endedMs), 0);
  }

  get senders(): readonly Readonly<Sender>[] {
    return this.#senders;
  }

  /** How many requests contained the reading. */
  timesSent(value: number): number {
    return this.#timesSent.get(value) ?? 0;
  }

  /**
   * Waits until every device has had a request acknowledged that it began after this moment. Resolves to the last of
   * these times.
   */
  async untilAccepted(afterMs: number): Promise<number> {
    const again = new Map<Sender, number>();
    await waitUntil(
      "every device has a reading accepted again",
      () => {
        for (const sender of this.#senders)
          if (sender.begunMs > afterMs && !again.has(sender)) again.set(sender, sender.acknowledgedMs);
        return again.size === this.#senders.length;
      },
      acceptedTimeoutMs,
    );
    return Math.max(...again.values());
  }

  /** Stops sending new readings, and resolves when everything sent has been acknowledged. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await Promise.all(this.#loops);
  }

  /** Stops sending, acknowledged or not. For a run that has failed. */
  [Symbol.dispose](): void {
    this.#isAbandoned = true;
  }

  async #run(sender: Sender): Promise<void> {
    while (!this.#isAbandoned && !this.#isFinishing) {
      await this.#pausing.whenRunning();
      const readings = this.#compose(sender.device);
      const begunMs = performance.now();
      let isRepeated = false;
      while (!this.#isAbandoned && !(await this.#send(sender, readings))) {
        isRepeated = true;
        await Bun.sleep(retryAfterMs);
      }
      sender.begunMs = begunMs;
      sender.acknowledgedMs = performance.now();
      sender.acknowledgedUs = readings.at(-1)!.atUs!;
      const waitedMs = sender.acknowledgedMs - begunMs;
      this.#longestMs = Math.max(this.#longestMs, waitedMs);
      if (isRepeated || waitedMs > usualWaitMaxMs)
        this.#troubles.push({ begunMs, endedMs: sender.acknowledgedMs });
      await Bun.sleep(this.#random.fraction() * 2 * pauseMs);
    }
  }

  /** Whether the readings were acknowledged, or never will be. */
  async #send({ simulated }: Sender, readings: readonly SentReading[]): Promise<boolean> {
    const copies = this.#random.chance(twinChance) ? 2 : 1;
    for (const { value } of readings) this.#timesSent.set(value, this.timesSent(value) + copies);
    const shape = readings.length === 1 ? "single" : "bulk";
    const deliveries = await Promise.all(
      Array.from({ length: copies }, () => simulated.deliver(readings, shape)),
    );
    for (const delivery of deliveries) {
      if (delivery.kind === "wrong") this.#problems.push(delivery.problem);
      const answer = delivery.kind === "unanswered" ? (delivery.status ?? "none") : delivery.kind;
      this.#answers.set(String(answer), (this.#answers.get(String(answer)) ?? 0) + 1);
    }
    return deliveries.some(({ kind }) => kind !== "unanswered");
  }

  #compose(device: OrderedDevice): SentReading[] {
    const count = this.#random.chance(bulkChance) ? this.#random.between(2, bulkMax) : 1;
    return Array.from({ length: count }, () => {
      device.sent++;
      device.lastAtUs = Math.max(device.lastAtUs + 1, (Date.now() - behindMs) * 1000);
      return this.ledger.send({
        value: device.valuesFrom + device.sent,
        sensorId: device.device.sensors[0]!.id,
        atUs: device.lastAtUs,
        metadata: null,
      });
    });
  }
}

/** Weir asks for a repeat with 429 and 503. haproxy also does so for a process that ended or did not answer. */
export function isToBeRepeated({ status, headers }: Response): boolean {
  if (status === 429 || status === 503) return true;
  return (status === 502 || status === 504) && !headers.has("x-request-id");
}
