import { Ledger, type SentReading } from "../../crash/ledger.ts";
import { SimulatedDevice } from "../../crash/simulated-device.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { isToBeRepeated, type OrderedDevice } from "./ordered-load.ts";
import type { Pausing } from "./pausing.ts";

/** Readings above this raise an alarm, and readings below it clear the alarm. */
export const alarmLimit = 500;

const answerTimeoutMs = 15_000;
const retryAfterMs = 100;
const pauseMs = 150;
/** How far timestamps are behind the clock, so that none is in the future. */
const behindMs = 1000;
const acceptedTimeoutMs = 300_000;

/**
 * A device whose readings cross the limit of an alert rule each time. Every reading has another value, so alarms,
 * messages and live events say which reading they are about.
 */
export class AlarmLoad implements Disposable {
  readonly url: string;
  readonly #device: OrderedDevice;
  readonly #simulated: SimulatedDevice;
  readonly #pausing: Pausing;
  readonly #ledger = new Ledger();
  readonly #timesSent = new Map<number, number>();
  readonly #running: Promise<void>;
  #acknowledged = 0;
  #isFinishing = false;
  #isAbandoned = false;

  constructor(url: string, device: OrderedDevice, pausing: Pausing) {
    this.#pausing = pausing;
    this.url = url;
    this.#device = device;
    this.#simulated = new SimulatedDevice(url, device.device, this.#ledger, {
      timeoutMs: answerTimeoutMs,
      isToBeRepeated,
    });
    this.#running = this.#run();
  }

  /** The values of this load, in the order in which they were sent. */
  get values(): readonly number[] {
    return [...this.#timesSent.keys()];
  }

  timesSent(value: number): number {
    return this.#timesSent.get(value) ?? 0;
  }

  /** Resolves when a reading was acknowledged that was first sent after this call. */
  async untilAccepted(): Promise<void> {
    const sent = this.#timesSent.size;
    await waitUntil("the alarmed device is accepted", () => this.#acknowledged > sent, acceptedTimeoutMs);
  }

  /** Resolves when everything sent was acknowledged. The last reading clears the alarm. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await this.#running;
  }

  [Symbol.dispose](): void {
    this.#isAbandoned = true;
  }

  async #run(): Promise<void> {
    // An odd number of readings has raised an alarm that is still active.
    while (!this.#isAbandoned && !(this.#isFinishing && this.#device.sent % 2 === 0)) {
      await this.#pausing.whenRunning();
      const reading = this.#compose();
      do {
        if (this.timesSent(reading.value) > 0) await Bun.sleep(retryAfterMs);
        this.#timesSent.set(reading.value, this.timesSent(reading.value) + 1);
      } while (!this.#isAbandoned && !(await this.#isAcknowledged(reading)));
      this.#acknowledged++;
      await Bun.sleep(pauseMs);
    }
  }

  async #isAcknowledged(reading: SentReading): Promise<boolean> {
    return (await this.#simulated.deliver([reading], "single")).kind === "acknowledged";
  }

  #compose(): SentReading {
    const device = this.#device;
    device.sent++;
    device.lastAtUs = Math.max(device.lastAtUs + 1, (Date.now() - behindMs) * 1000);
    const isHigh = device.sent % 2 === 1;
    return this.#ledger.send({
      value: isHigh ? alarmLimit + device.sent : -device.sent,
      sensorId: device.device.sensors[0]!.id,
      atUs: device.lastAtUs,
      metadata: null,
    });
  }
}
