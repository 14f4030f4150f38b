import type { ReadingQueries } from "../../../store/readings/reading-queries.ts";
import { DeviceRhythm } from "./device-rhythm.ts";

/**
 * The rhythms of the devices that connected since the server started, in memory. Each is read once, before its first
 * connection is recorded. From then on the server gets every connection and knows better. Recording one costs a look-up
 * in a map, about once a second for a device that sends all the time.
 */
export class DeviceRhythms {
  readonly #written: Pick<ReadingQueries, "connectionsOf">;
  readonly #known = new Map<number, KnownRhythm>();

  constructor(written: Pick<ReadingQueries, "connectionsOf">) {
    this.#written = written;
  }

  /** Reads the stored rhythms of those that are not known yet. */
  async load(deviceIds: readonly number[]): Promise<void> {
    const unknown = deviceIds.filter((id) => !this.#known.has(id));
    if (unknown.length === 0) return;
    const written = await this.#written.connectionsOf(unknown);
    for (const id of unknown) {
      const { rhythm = null, lastConnectedMs: lastMs = null } = written.get(id) ?? {};
      this.#known.set(id, { rhythm: DeviceRhythm.parse(rhythm), lastMs });
    }
  }

  /** Records a connection. Returns what to store; null if nothing has changed, or if the rhythm could not be loaded. */
  connected(deviceId: number, nowMs: number): string | null {
    const known = this.#known.get(deviceId);
    if (known === undefined) return null;
    const { rhythm, lastMs } = known;
    known.lastMs = nowMs;
    return lastMs !== null && rhythm.note(nowMs - lastMs) ? rhythm.text : null;
  }

  forget(deviceId: number): void {
    this.#known.delete(deviceId);
  }
}

interface KnownRhythm {
  readonly rhythm: DeviceRhythm;
  lastMs: number | null;
}
