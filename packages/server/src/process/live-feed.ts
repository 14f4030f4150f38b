import type { AlarmChange, Severity } from "@weir/protocol/closed-sets";
import type { NotifiedAlarmValues } from "@weir/protocol/manage/alarm-values";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { ChainCounts, LiveEvent } from "../web/live/live-event.ts";

/** Maximum number of events sent at once. The others wait for the next time; each sensor keeps only its newest value. */
const toldMax = 2000;
/** How many sensors and other events may wait. */
const sensorsMax = 100_000;
const othersMax = 10_000;
/** People do not see more than this, and frequent changes cost less if they are sent less often. */
const tellEveryMs = 250;

/**
 * Sends live events of watched accounts to the server: the last saved value of each sensor, alarms, and the counts of
 * chains. The first event after a pause is sent at once, later ones are gathered. Accounts that nobody watches are
 * skipped; while nobody watches at all, the only cost is the check whether the feed is on.
 */
export class LiveFeed {
  isOn = false;
  readonly #send: (events: LiveEvent[]) => void;
  readonly #everyMs: number;
  #accounts: ReadonlySet<number> = new Set();
  /** Events of the open batch, which may be rolled back. */
  readonly #batch = new Gathered();
  /** Events that are stored but not sent yet. */
  readonly #stored = new Gathered();
  #toldMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;

  constructor(send: (events: LiveEvent[]) => void, everyMs = tellEveryMs) {
    this.#send = send;
    this.#everyMs = everyMs;
  }

  watch(accountIds: readonly number[]): void {
    this.#accounts = new Set(accountIds);
    this.isOn = accountIds.length > 0;
    for (const gathered of [this.#batch, this.#stored]) gathered.removeExcept(this.#accounts);
  }

  isWatched(accountId: number): boolean {
    return this.#accounts.has(accountId);
  }

  saved(source: SensorSource, atUs: number, value: number): void {
    if (this.isWatched(source.accountId)) this.#batch.setValue(source, atUs, value);
  }

  alarm(
    source: AlarmSource,
    alarm: { name: string; severity: Severity | null; message: string | null },
    change: AlarmChange,
    at: { atUs: number; value: number | null } & NotifiedAlarmValues,
  ): void {
    const { accountId, device, sensor } = source;
    if (!this.isWatched(accountId)) return;
    const names = { accountId, device: device.uuid, sensor: sensor?.uuid ?? null };
    this.#batch.add({ kind: "alarm", ...names, ...alarm, change, ...at });
  }

  /** The counts are in the store already, so they are sent in any case. */
  counted(accountId: number, counts: ChainCounts): void {
    if (this.isWatched(accountId)) this.#stored.add({ kind: "chain", accountId, ...counts });
  }

  /** Called when the batch is in the store: its events may be sent. */
  committed(): void {
    this.#stored.take(this.#batch);
    if (this.#stored.isEmpty || this.#timer !== null) return;
    const waitMs = this.#toldMs + this.#everyMs - performance.now();
    if (waitMs <= 0) this.#tell();
    else this.#timer = setTimeout(this.#tell, waitMs);
  }

  /** Called when the batch was rolled back. */
  rolledBack(): void {
    this.#batch.clear();
  }

  readonly #tell = (): void => {
    this.#toldMs = performance.now();
    this.#timer = null;
    const events = this.#stored.shift(toldMax);
    if (events.length > 0) this.#send(events);
    if (!this.#stored.isEmpty) this.#timer = setTimeout(this.#tell, this.#everyMs);
  };
}

/** What an alarm is about. A silence alarm has no sensor. */
export interface AlarmSource {
  readonly accountId: number;
  readonly device: { readonly uuid: string };
  readonly sensor: { readonly uuid: string } | null;
}

interface SavedValue {
  readonly source: SensorSource;
  atUs: number;
  value: number;
}

class Gathered {
  readonly #values = new Map<number, SavedValue>();
  #others: LiveEvent[] = [];

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#others.length === 0;
  }

  setValue(source: SensorSource, atUs: number, value: number): void {
    const known = this.#values.get(source.sensorId);
    if (known !== undefined) {
      known.atUs = atUs;
      known.value = value;
    } else if (this.#values.size < sensorsMax) this.#values.set(source.sensorId, { source, atUs, value });
  }

  add(event: LiveEvent): void {
    if (this.#others.length < othersMax) this.#others.push(event);
  }

  /** Moves everything from the other one here. */
  take(other: Gathered): void {
    for (const { source, atUs, value } of other.#values.values()) this.setValue(source, atUs, value);
    for (const event of other.#others) this.add(event);
    other.clear();
  }

  /** Removes and returns the first `count` events. Values that waited longest come first. */
  shift(count: number): LiveEvent[] {
    const others = this.#others.splice(0, count);
    const values: LiveEvent[] = [];
    for (const [sensorId, { source, atUs, value }] of this.#values) {
      if (others.length + values.length >= count) break;
      this.#values.delete(sensorId);
      const { accountId, device, sensor } = source;
      const names = { accountId, device: device.uuid, sensor: sensor.uuid, slug: sensor.slug };
      values.push({ kind: "value", ...names, atUs, value });
    }
    return [...values, ...others];
  }

  removeExcept(accountIds: ReadonlySet<number>): void {
    for (const [sensorId, { source }] of this.#values) {
      if (!accountIds.has(source.accountId)) this.#values.delete(sensorId);
    }
    this.#others = this.#others.filter(({ accountId }) => accountIds.has(accountId));
  }

  clear(): void {
    this.#values.clear();
    this.#others = [];
  }
}
