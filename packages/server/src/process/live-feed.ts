import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { LiveEvent } from "../live/live-event.ts";

/** Events of one batch at most. A page shows the newest value of each sensor, so what is left out is made up for soon. */
const eventsMax = 5000;

/**
 * Tells the server what somebody watches: of each sensor the last value a batch saved, and alarms. Only accounts that
 * are being watched are looked at; while nobody watches, asking whether it is on is all there is to it.
 */
export class LiveFeed {
  isOn = false;
  readonly #send: (events: LiveEvent[]) => void;
  #accounts: ReadonlySet<number> = new Set();
  readonly #values = new Map<number, LiveEvent>();
  readonly #others: LiveEvent[] = [];

  constructor(send: (events: LiveEvent[]) => void) {
    this.#send = send;
  }

  watch(accountIds: readonly number[]): void {
    this.#accounts = new Set(accountIds);
    this.isOn = accountIds.length > 0;
    this.clear();
  }

  saved(source: SensorSource, atUs: number, value: number): void {
    const { accountId, sensorId, device, sensor } = source;
    if (!this.#accounts.has(accountId)) return;
    if (this.#values.size >= eventsMax && !this.#values.has(sensorId)) return;
    const names = { accountId, device: device.uuid, sensor: sensor.uuid, slug: sensor.slug };
    this.#values.set(sensorId, { kind: "value", ...names, atUs, value });
  }

  alarm(
    source: SensorSource,
    alarm: { name: string; severity: string | null; message: string | null },
    change: "raised" | "cleared",
    at: { atUs: number; value: number },
  ): void {
    const { accountId, device, sensor } = source;
    if (!this.#accounts.has(accountId) || this.#others.length >= eventsMax) return;
    const names = { accountId, device: device.uuid, sensor: sensor.uuid };
    this.#others.push({ kind: "alarm", ...names, ...alarm, change, ...at });
  }

  /** The batch is in the store: what it did may be told. */
  committed(): void {
    if (this.#values.size === 0 && this.#others.length === 0) return;
    this.#send([...this.#values.values(), ...this.#others]);
    this.clear();
  }

  /** The batch was undone, or nobody watches any more. */
  clear(): void {
    this.#values.clear();
    this.#others.length = 0;
  }
}
