import { setImmediate } from "node:timers/promises";
import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type { ControlReader } from "../../../control/control.ts";
import { readNamesOf } from "../../../control/devices/device-ids.ts";
import { readWatchedDevices, type WatchedDevice } from "../../../control/devices/watched-devices.ts";
import type { Clock } from "../../../platform/clock.ts";
import { errorCode } from "../../../platform/error-code.ts";
import type { Log } from "../../../platform/log.ts";
import { Rounds } from "../../../platform/rounds.ts";
import { durationInWords } from "../../../platform/times-in-words.ts";
import type { DeviceOfAlarm, SilentDevice } from "../../../process/processor-request.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";
import type { WrittenConnection } from "../../../store/readings/reading-queries.ts";
import type { AskProcessor } from "../../core/records/record-access.ts";
import type { DeviceConnections } from "../list/device-list-connections.ts";
import { DeviceRhythm } from "./device-rhythm.ts";

const lookEveryMs = 5000;
/** A check that is this late means that the server was delayed or asleep. The missed time is no silence of devices. */
const lateMs = 60_000;
/** How many devices are checked before requests get their turn. */
const lookedAtOnce = 5000;
/**
 * Alarms that are changed together, so that the processor is not delayed for long. The others follow with the next
 * check.
 */
const changedAtOnce = 1000;

const alarmName = "Device silent";

/** The results of the checked devices. */
interface Looked {
  readonly silent: Map<number, WrittenConnection>;
  readonly heard: Set<number>;
}

interface SilenceWatchParts {
  readonly control: Pick<ControlReader, "db" | "dialect">;
  readonly connections: DeviceConnections;
  readonly alarms: Pick<ChainQueries, "devicesWithSilenceAlarm">;
  readonly ask: AskProcessor;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Raises an alarm when a device goes silent and clears it when the device connects again, if people have asked for it.
 *
 * Promises one alarm for each silence, even if the server or the processor is killed: active alarms are read from the
 * store, and the processor refuses a second one. Raises none for devices that never connected or are disabled, and none
 * for time in which the server did not run: after a start every device gets its full interval again.
 *
 * Does not promise that an alarm comes to the second. Devices are checked every few seconds.
 */
export class SilenceWatch {
  readonly #parts: SilenceWatchParts;
  readonly #rounds: Rounds;
  #watched: ReadonlyMap<number, WatchedDevice> | null = null;
  /** Grows with every change, so that data that was read before a change is not used after it. */
  #settings = 0;
  /**
   * The last connection of a device whose alarm the processor was asked to raise. An alarm that a person cleared for it is not raised
   * again.
   */
  readonly #raised = new Map<number, number>();
  /** Since when the server has been checking without a break. */
  #awakeSinceMs: number;
  #lookedMs: number;

  constructor(parts: SilenceWatchParts) {
    this.#parts = parts;
    this.#awakeSinceMs = parts.clock.nowMs();
    this.#lookedMs = this.#awakeSinceMs;
    const failed = "the check for silent devices failed";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#look(), log: parts.log, failed });
  }

  /** Called when something about devices, groups or accounts has changed. */
  settingsChanged(): void {
    this.#watched = null;
    this.#settings++;
  }

  /** Resolves when the alarms are up to date. One check at a time. */
  look(): Promise<void> {
    return this.#rounds.run();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #look(): Promise<void> {
    const { clock, ask } = this.#parts;
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - this.#lookedMs) > lateMs) this.#awakeSinceMs = nowMs;
    this.#lookedMs = nowMs;
    try {
      const { raise, clear } = await this.#changes(nowMs);
      if (raise.length + clear.length === 0) return;
      await ask({ kind: "change silence alarms", raise, clear, atMs: nowMs });
      for (const { deviceId } of clear) this.#raised.delete(deviceId);
      for (const { deviceId, lastConnectedMs } of raise) this.#raised.set(deviceId, lastConnectedMs);
    } catch (error) {
      // A processor that restarts is asked again with the next check.
      if (errorCode(error) !== "processor_unavailable") throw error;
    }
  }

  async #changes(nowMs: number): Promise<{ raise: SilentDevice[]; clear: DeviceOfAlarm[] }> {
    const active = new Set(await this.#parts.alarms.devicesWithSilenceAlarm());
    const { silent, heard } = await this.#lookAt([...(await this.#load()).values()], nowMs);
    // Last, so that alarms that people switched off during the check are not raised.
    const watched = await this.#load();
    const raise: SilentDevice[] = [];
    for (const [deviceId, connection] of silent) {
      const device = watched.get(deviceId);
      const silence = device === undefined ? null : this.#silenceOf(device, connection, nowMs);
      if (silence === null || silence === "for now" || active.has(deviceId)) continue;
      if (this.#raised.get(deviceId) !== silence.lastConnectedMs) raise.push(silence);
    }
    const over = [...active].filter((deviceId) => heard.has(deviceId) || !watched.has(deviceId));
    const clear = await this.#devicesOf(over);
    return { raise: raise.slice(0, changedAtOnce), clear: clear.slice(0, changedAtOnce) };
  }

  async #lookAt(devices: readonly WatchedDevice[], nowMs: number): Promise<Looked> {
    const looked: Looked = { silent: new Map(), heard: new Set() };
    for (let start = 0; start < devices.length; start += lookedAtOnce) {
      if (start > 0) await setImmediate();
      const some = devices.slice(start, start + lookedAtOnce);
      const known = await this.#parts.connections.connectionsOf(some.map(({ deviceId }) => deviceId));
      for (const device of some) {
        const { deviceId } = device;
        const connection = known.get(deviceId);
        if (connection !== undefined && this.#silenceOf(device, connection, nowMs) !== null) {
          looked.silent.set(deviceId, connection);
        } else {
          this.#raised.delete(deviceId);
          looked.heard.add(deviceId);
        }
      }
    }
    return looked;
  }

  /** Null if the device is not silent; "for now" if the server has not been checking for long enough to say so. */
  #silenceOf(
    { setIntervalMs, severity, ...ofAlarm }: WatchedDevice,
    { lastConnectedMs, rhythm }: WrittenConnection,
    nowMs: number,
  ): SilentDevice | "for now" | null {
    const intervalMs = setIntervalMs ?? DeviceRhythm.intervalOf(rhythm);
    const afterMs = offlineAfterMs(intervalMs);
    if (nowMs <= lastConnectedMs + afterMs) return null;
    if (nowMs <= this.#awakeSinceMs + afterMs) return "for now";
    const expected = intervalMs === null ? "" : ` It is expected every ${durationInWords(intervalMs)}.`;
    const message = `No request for ${durationInWords(afterMs)}.${expected}`;
    return { ...ofAlarm, lastConnectedMs, name: alarmName, severity, message };
  }

  async #load(): Promise<ReadonlyMap<number, WatchedDevice>> {
    if (this.#watched !== null) return this.#watched;
    const settings = this.#settings;
    const devices = await readWatchedDevices(this.#parts.control.db);
    const watched = new Map(devices.map((device) => [device.deviceId, device]));
    if (settings === this.#settings) this.#watched = watched;
    return watched;
  }

  /** Without deleted devices, whose alarms are deleted with them. */
  async #devicesOf(deviceIds: readonly number[]): Promise<DeviceOfAlarm[]> {
    const devices = await readNamesOf(this.#parts.control, deviceIds);
    return devices.map(({ id: deviceId, uuid: deviceUuid, accountId }) => ({
      accountId,
      deviceId,
      deviceUuid,
    }));
  }
}
