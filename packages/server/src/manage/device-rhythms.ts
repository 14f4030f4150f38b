import { DeviceRhythm } from "./device-rhythm.ts";

/** How often devices send, as far as that was learned. */
export interface LearnedIntervals {
  /** Null where it is not known (yet). */
  learnedIntervalMs(deviceId: number): number | null;
}

/** What was written down before. */
export interface WrittenRhythms {
  lastConnectedMs(deviceId: number): number | null;
  rhythm(deviceId: number): string | null;
}

/**
 * The rhythms of all devices, in memory. Each is read once, when it is first needed; from then on the server hears of every
 * connection and knows better. Noting one costs a look into a map, about once a second for a device that sends all the time.
 */
export class DeviceRhythms implements LearnedIntervals {
  readonly #written: WrittenRhythms;
  readonly #known = new Map<number, KnownRhythm>();

  constructor(written: WrittenRhythms) {
    this.#written = written;
  }

  learnedIntervalMs(deviceId: number): number | null {
    return this.#of(deviceId).rhythm.intervalMs;
  }

  /** The device connected. Returns what is to be written down, null where nothing has changed. */
  connected(deviceId: number, nowMs: number): string | null {
    const known = this.#of(deviceId);
    const { rhythm, lastMs } = known;
    known.lastMs = nowMs;
    return lastMs !== null && rhythm.note(nowMs - lastMs) ? rhythm.text : null;
  }

  forget(deviceId: number): void {
    this.#known.delete(deviceId);
  }

  #of(deviceId: number): KnownRhythm {
    const known = this.#known.get(deviceId);
    if (known !== undefined) return known;
    const read = {
      rhythm: DeviceRhythm.parse(this.#written.rhythm(deviceId)),
      lastMs: this.#written.lastConnectedMs(deviceId),
    };
    this.#known.set(deviceId, read);
    return read;
  }
}

interface KnownRhythm {
  readonly rhythm: DeviceRhythm;
  lastMs: number | null;
}
