import { setImmediate } from "node:timers/promises";
import { actingAs, operator } from "../../control/actor.ts";
import type { Control } from "../../control/control.ts";
import { devicesInAutomaticQuarantine } from "../../control/devices/device-ids.ts";
import type { Log } from "../../platform/log.ts";
import { Rounds } from "../../platform/rounds.ts";
import type { StatisticsQueries } from "../../store/statistics/statistics-queries.ts";
import { getDevice } from "../core/find-device.ts";
import { editDevice, versionOfDevice } from "./devices.ts";
import type { DeviceConnections } from "./list/device-list-connections.ts";
import type { DeviceTroubles } from "./list/device-list-troubles.ts";

const lookEveryMs = 600_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long readings of a device are counted. */
const countedForMs = 30 * dayMs;
/** How many devices are read at once, so that requests get their turn in between. */
const readAtOnce = 50;

export interface AutomaticQuarantineParts {
  readonly control: Control;
  readonly connections: DeviceConnections;
  readonly troubles: Pick<DeviceTroubles, "troubledSince">;
  readonly statistics: Pick<StatisticsQueries, "acceptedOf">;
  /** Rejections that are not stored yet. */
  readonly recentActivity: { flush(): Promise<void> };
  readonly log: Log;
}

/**
 * Switches off the automatic quarantine of devices after their first day without rejections. That day lasts 24 hours.
 * It is over if the quarantine was automatic and readings were accepted before it, and if during it the device
 * connected and nothing was refused or rejected. A silent device keeps its quarantine.
 *
 * Everything is read from control.db and the store, so restarts change nothing. A person's setting is never changed,
 * and readings in quarantine stay there.
 */
export class AutomaticQuarantine {
  readonly #parts: AutomaticQuarantineParts;
  readonly #control: Control;
  readonly #rounds: Rounds;

  constructor(parts: AutomaticQuarantineParts) {
    this.#parts = parts;
    this.#control = actingAs(parts.control, operator("server"));
    const failed = "the quarantine of new devices could not be looked into";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#look(), log: parts.log, failed });
    this.look();
  }

  /**
   * Resolves when every device that had its day is switched off: at the start and every ten minutes, one turn at a
   * time.
   */
  look(): Promise<void> {
    return this.#rounds.run();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #look(): Promise<void> {
    // The day ends now, so a rejection during the check is after it.
    const dayStartMs = Math.floor(this.#control.nowUs() / 1000) - dayMs;
    const quiet = await this.#withoutRejections(dayStartMs);
    for (let start = 0; start < quiet.length && !this.#rounds.isStopped; start += readAtOnce) {
      for (const { uuid } of await this.#acceptedBefore(dayStartMs, quiet.slice(start, start + readAtOnce)))
        await this.#rounds.part(() => this.#switchOff(uuid), { device: uuid });
      await setImmediate();
    }
  }

  /** Devices that connected since then without being refused or rejected. */
  async #withoutRejections(sinceMs: number): Promise<NewDevice[]> {
    const { connections, recentActivity, troubles } = this.#parts;
    const devices = await devicesInAutomaticQuarantine(this.#control.db, sinceMs * 1000);
    const known = await connections.connectionsOf(devices.map(({ id }) => id));
    const connected = devices.filter(({ id }) => (known.get(id)?.lastConnectedMs ?? 0) >= sinceMs);
    if (connected.length === 0) return [];
    await recentActivity.flush();
    const troubled = new Set(await troubles.troubledSince(sinceMs));
    return connected.filter(({ id }) => !troubled.has(id));
  }

  /** Older counts are kept by the hour, so only whole hours are certain. */
  async #acceptedBefore(dayStartMs: number, devices: readonly NewDevice[]): Promise<NewDevice[]> {
    const untilMs = Math.floor(dayStartMs / hourMs) * hourMs;
    const ids = devices.map(({ id }) => id);
    const accepted = await this.#parts.statistics.acceptedOf(ids, [untilMs - countedForMs, untilMs]);
    return devices.filter(({ id }) => (accepted.get(id)?.[0] ?? 0) > 0);
  }

  /** Does nothing if somebody has changed the device meanwhile. It is then checked again the next time. */
  async #switchOff(uuid: string): Promise<void> {
    const found = await getDevice(this.#control, uuid);
    if (!found.ok || found.value.quarantineMode !== "automatic") return;
    await editDevice(this.#control, uuid, { quarantineMode: "off" }, [versionOfDevice(found.value)]);
  }
}

interface NewDevice {
  readonly id: number;
  readonly uuid: string;
}
