import { loadExpressions } from "@weir/rule-engine/load-expressions";
import { usesExpressions } from "@weir/rule-engine/uses-expressions";
import { loadChains, type PublishedChain } from "../../control/chains/published-chains.ts";
import type { ControlReader } from "../../control/control.ts";
import { type DeviceName, readDeviceNames } from "../../control/devices/device-ids.ts";
import { type RetentionSettings, readRetentionSettings } from "../../control/retention/retention.ts";
import { readRemovedSensors } from "../../control/sensors/removed-sensors.ts";
import { loadSensorSources, type SensorWithChain } from "../../control/sensors/sensor-sources.ts";
import type { SensorAccounts, SensorOfAccount } from "./sensor-accounts.ts";

/**
 * What the processor knows of control data. It is read when the processor starts and when a change is announced, never in the
 * middle of a batch: whoever asks here gets an answer at once, by what was true at the last `refresh`.
 *
 * Sensors and chains are handed on to the directory of chains, which keeps them; here they only stay until the next refresh.
 */
export class ControlMemory {
  readonly #control: Pick<ControlReader, "db">;
  readonly #sensorAccounts: SensorAccounts | null;
  #chains: readonly PublishedChain[] = [];
  #chainIds: ReadonlySet<number> = new Set();
  #sensors: readonly SensorWithChain[] = [];
  #removedSensors: readonly number[] = [];
  #devices = new Map<number, DeviceName>();
  #retention: RetentionSettings = { accounts: new Map(), sensors: new Map() };

  constructor(control: Pick<ControlReader, "db">, sensorAccounts: SensorAccounts | null = null) {
    this.#control = control;
    this.#sensorAccounts = sensorAccounts;
  }

  /**
   * Reads what may have changed: of these devices, or everything. Resolves before the change is applied, to whether everything
   * was read, as it is where a device has a chain that is new here.
   */
  async refresh(deviceIds: readonly number[] | null): Promise<boolean> {
    const { db } = this.#control;
    this.#chains = [];
    this.#sensors = [];
    const isKnown = deviceIds !== null && (await this.#refreshDevices(deviceIds));
    if (!isKnown) await this.#refreshAll();
    this.#removedSensors = await readRemovedSensors(db);
    this.#retention = await readRetentionSettings(db);
    return !isKnown;
  }

  chains(): readonly PublishedChain[] {
    return this.#chains;
  }

  sensors(deviceId?: number): readonly SensorWithChain[] {
    if (deviceId === undefined) return this.#sensors;
    return this.#sensors.filter(({ source }) => source.deviceId === deviceId);
  }

  removedSensors(): readonly number[] {
    return this.#removedSensors;
  }

  /** The devices there are, or, of one, whether it is there. */
  deviceIds(deviceId?: number): number[] {
    if (deviceId === undefined) return [...this.#devices.keys()];
    return this.#devices.has(deviceId) ? [deviceId] : [];
  }

  /** Null when it was deleted. */
  deviceUuid(deviceId: number): string | null {
    return this.#devices.get(deviceId)?.uuid ?? null;
  }

  /** Those of the sensors whose readings are not kept for ever. */
  *keptDays(
    sensors: Iterable<SensorOfAccount>,
  ): Generator<{ readonly sensorId: number; readonly days: number }> {
    const settings = this.#retention;
    if (settings.accounts.size + settings.sensors.size === 0) return;
    for (const { sensorId, accountId } of sensors) {
      const own = settings.sensors.get(sensorId);
      const days = own === undefined ? settings.accounts.get(accountId) : own;
      if (days != null) yield { sensorId, days };
    }
  }

  /**
   * How many days the battery levels of a device are kept; null for ever. They follow the account's setting. A sensor's
   * own setting does not apply, because the battery belongs to the device.
   */
  batteryKeptDays(deviceId: number): number | null | "deleted" {
    const device = this.#devices.get(deviceId);
    return device === undefined ? "deleted" : (this.#retention.accounts.get(device.accountId) ?? null);
  }

  /** False where a device has a chain that is new here. */
  async #refreshDevices(deviceIds: readonly number[]): Promise<boolean> {
    const { db } = this.#control;
    const sensors: SensorWithChain[] = [];
    for (const deviceId of new Set(deviceIds)) {
      const ofDevice = await loadSensorSources({ db }, deviceId);
      sensors.push(...ofDevice);
      this.#sensorAccounts?.put(deviceId, ofDevice);
      const [device] = await readDeviceNames(db, deviceId);
      if (device === undefined) this.#devices.delete(deviceId);
      else this.#devices.set(deviceId, device);
    }
    this.#sensors = sensors;
    return sensors.every(({ chainId }) => this.#chainIds.has(chainId));
  }

  /** Sensors first: whatever chain they refer to exists by the time chains are read. */
  async #refreshAll(): Promise<void> {
    const { db } = this.#control;
    this.#sensors = await loadSensorSources({ db });
    this.#sensorAccounts?.putAll(this.#sensors);
    this.#chains = await loadChains({ db });
    // Here, because the directory compiles chains at once.
    if (this.#chains.some(({ definition }) => usesExpressions(definition))) await loadExpressions();
    this.#chainIds = new Set(this.#chains.map(({ id }) => id));
    this.#devices = new Map((await readDeviceNames(db)).map((device) => [device.id, device]));
  }
}
