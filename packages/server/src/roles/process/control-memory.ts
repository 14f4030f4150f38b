import { loadExpressions } from "@weir/rule-engine/load-expressions";
import { usesExpressions } from "@weir/rule-engine/uses-expressions";
import { readAccountIds } from "../../control/accounts/accounts.ts";
import { loadTenants } from "../../control/accounts/tenants.ts";
import { deletedAlertRules, loadAlertRules } from "../../control/alerts/alert-rules.ts";
import { loadChains, type PublishedChain } from "../../control/chains/published-chains.ts";
import { type ControlReader, lookingUp } from "../../control/control.ts";
import { type DeviceName, readDeviceNames } from "../../control/devices/device-ids.ts";
import { loadNotificationRules } from "../../control/notifications/notification-rules.ts";
import { type RetentionSettings, readRetentionSettings } from "../../control/retention/retention.ts";
import { readRemovedSensors } from "../../control/sensors/removed-sensors.ts";
import { loadSensorSources, type SensorWithChain } from "../../control/sensors/sensor-sources.ts";
import { templatesJudgedByArrival } from "../../control/templates/templates.ts";
import { dayMs } from "../../platform/day-of.ts";
import type { SensorAlerts } from "../../process/alerts/armed-rule.ts";
import { RuleBook } from "../../process/alerts/rule-book.ts";
import {
  type ArmedNotificationRule,
  armNotificationRule,
} from "../../process/notifications/notification-rule.ts";
import type { SensorAccounts, SensorOfAccount } from "./sensor-accounts.ts";

interface KnownDevice extends DeviceName {
  /** Null if it is in no group. */
  readonly groupId: number | null;
}

/** A sensor with its alert rules; null if it has none. */
interface AlertedSensor extends SensorWithChain {
  readonly alerts: SensorAlerts | null;
}

/**
 * The control data that the processor keeps in memory. It is read when the processor starts and when a change is
 * announced, never in the middle of a batch. So every question is answered at once, with the state of the last
 * `refresh`.
 *
 * Sensors and chains are passed on to the directory of chains, which keeps them. Here they stay only until the next
 * refresh.
 */
export class ControlMemory {
  readonly #control: ControlReader;
  readonly #sensorAccounts: SensorAccounts | null;
  readonly #clockBehindUs: number;
  #chains: readonly PublishedChain[] = [];
  #chainIds: ReadonlySet<number> = new Set();
  /** By device. */
  #sensors: ReadonlyMap<number, readonly AlertedSensor[]> = new Map();
  #rules = new RuleBook();
  #removedSensors: readonly number[] = [];
  #devices = new Map<number, KnownDevice>();
  #accountIds: ReadonlySet<number> = new Set();
  #tenants: ReadonlyMap<number, number> = new Map();
  #notificationRules: ReadonlyMap<number, readonly ArmedNotificationRule[]> = new Map();
  #retention: RetentionSettings = { accounts: new Map(), sensors: new Map() };

  constructor(
    control: ControlReader,
    sensorAccounts: SensorAccounts | null = null,
    clockBehindDays = Number.POSITIVE_INFINITY,
  ) {
    this.#control = control;
    this.#sensorAccounts = sensorAccounts;
    this.#clockBehindUs = clockBehindDays * dayMs * 1000;
  }

  /**
   * Reads what may have changed: these devices, or everything. It also reads everything if a device has a chain that is
   * unknown here. Resolves to whether everything was read, before the change is applied.
   */
  async refresh(deviceIds: readonly number[] | null): Promise<boolean> {
    const { db } = this.#control;
    this.#chains = [];
    this.#sensors = new Map();
    const isKnown = deviceIds !== null && (await this.#refreshDevices(deviceIds));
    if (!isKnown) await this.#refreshAll();
    this.#removedSensors = await readRemovedSensors(db);
    this.#retention = await readRetentionSettings(db);
    return !isKnown;
  }

  chains(): readonly PublishedChain[] {
    return this.#chains;
  }

  sensors(deviceId?: number): readonly AlertedSensor[] {
    if (deviceId === undefined) return [...this.#sensors.values()].flat();
    return this.#sensors.get(deviceId) ?? [];
  }

  removedSensors(): readonly number[] {
    return this.#removedSensors;
  }

  /**
   * Which of these alert rules were deleted. It asks control data about those that are not in memory: another processor
   * may have heard of a new rule first.
   */
  async deletedRules(ruleIds: readonly number[]): Promise<readonly number[]> {
    const unknown = ruleIds.filter((id) => !this.#rules.has(id));
    return unknown.length === 0 ? [] : deletedAlertRules(this.#control.db, unknown);
  }

  hasAccount(accountId: number): boolean {
    return this.#accountIds.has(accountId);
  }

  /** What an account counts with. See control/accounts/tenants.ts. */
  tenantOf(accountId: number): number {
    return this.#tenants.get(accountId) ?? accountId;
  }

  /** All devices, or the given one if it exists. */
  deviceIds(deviceId?: number): number[] {
    if (deviceId === undefined) return [...this.#devices.keys()];
    return this.#devices.has(deviceId) ? [deviceId] : [];
  }

  /** Null if the device was deleted. */
  deviceUuid(deviceId: number): string | null {
    return this.#devices.get(deviceId)?.uuid ?? null;
  }

  /** Null if the device was deleted. */
  device(deviceId: number): KnownDevice | null {
    return this.#devices.get(deviceId) ?? null;
  }

  /** Undefined if the account has none. */
  notificationRulesOf(accountId: number): readonly ArmedNotificationRule[] | undefined {
    return this.#notificationRules.get(accountId);
  }

  /** Reads only the notification rules. */
  async refreshNotifications(): Promise<void> {
    const rules = (await loadNotificationRules(this.#control.db)).map(armNotificationRule);
    this.#notificationRules = Map.groupBy(rules, ({ accountId }) => accountId);
  }

  /** The sensors whose readings are not kept for ever. */
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

  #keepSensors(sensors: readonly SensorWithChain[]): void {
    const alerted = sensors.map((sensor) => ({ ...sensor, alerts: this.#rules.of(sensor) }));
    this.#sensors = Map.groupBy(alerted, ({ source }) => source.deviceId);
  }

  /** Returns false if a device has a chain that is unknown here. */
  async #refreshDevices(deviceIds: readonly number[]): Promise<boolean> {
    const control = lookingUp(this.#control);
    const sensors = await loadSensorSources(control, deviceIds);
    const devices = await readDeviceNames(control, deviceIds);
    this.#keepSensors(sensors);
    for (const deviceId of deviceIds) {
      this.#sensorAccounts?.put(deviceId, this.sensors(deviceId));
      this.#devices.delete(deviceId);
    }
    for (const device of devices) this.#devices.set(device.id, device);
    return sensors.every(({ chainId }) => this.#chainIds.has(chainId));
  }

  /** Reads sensors first, so that every chain they refer to exists when chains are read. */
  async #refreshAll(): Promise<void> {
    const { db } = this.#control;
    const templateIds = await templatesJudgedByArrival(db);
    this.#rules = new RuleBook(await loadAlertRules(db), { templateIds, afterUs: this.#clockBehindUs });
    const sensors = await loadSensorSources(this.#control);
    this.#keepSensors(sensors);
    this.#sensorAccounts?.putAll(sensors);
    this.#chains = await loadChains({ db });
    // Loaded here, because the directory compiles chains at once.
    if (this.#chains.some(({ definition }) => usesExpressions(definition))) await loadExpressions();
    this.#chainIds = new Set(this.#chains.map(({ id }) => id));
    await this.refreshNotifications();
    this.#accountIds = new Set(await readAccountIds(db));
    this.#tenants = await loadTenants(db);
    this.#devices = new Map((await readDeviceNames(this.#control)).map((device) => [device.id, device]));
  }
}
