import type { QuarantineMode } from "@weir/protocol/manage/quarantine-mode";
import type { Command } from "commander";
import type { DeviceWithSensors } from "../control/devices/described-devices.ts";
import type { Sensor } from "../control/sensors/sensor-records.ts";
import { openReadingQueries } from "../installation/open-installation.ts";
import { getDevice } from "../manage/devices/devices.ts";
import {
  type Expectation,
  expectationOf,
  expectationToJson,
  settingsToJson,
} from "../manage/devices/expectation/device-expectation.ts";
import { DeviceRhythm } from "../manage/devices/expectation/device-rhythm.ts";
import { type DeviceStatus, statusOf } from "../manage/devices/list/device-list-connections.ts";
import { formatMicros } from "../platform/instant.ts";
import type { BatteryLevel, StoredReading } from "../store/reading-queries.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer, readControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { expectationInWords, silenceAlarmInWords } from "./expectation-output.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatFields, formatTable, formatTime } from "./table.ts";

export function defineDeviceShow(command: Command): void {
  command.argument("<device>", "UUID of the device");
  takeJson(takeDataFolder(command));
  showExamples(command, `weir device show ${exampleUuid}`);
  command.action(async (uuid: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    await flushRunningServer(config);
    const device = await readControl(config, async (control) => valueOrFail(await getDevice(control, uuid)));
    const view = await lookUp(config.data, device);
    if (options.json) printJson(toJson(view));
    else print(toText(view));
  });
}

interface DeviceView {
  readonly device: DeviceWithSensors;
  readonly lastConnectedMs: number | null;
  readonly expectation: Expectation;
  readonly status: DeviceStatus;
  readonly battery: BatteryLevel | null;
  readonly sensors: readonly { readonly sensor: Sensor; readonly latest: StoredReading | null }[];
}

async function lookUp(dataDir: string, device: DeviceWithSensors): Promise<DeviceView> {
  const queries = await openReadingQueries(dataDir);
  try {
    const known = (await queries.connectionsOf([device.id])).get(device.id);
    const { lastConnectedMs = null, rhythm = null } = known ?? {};
    const expectation = expectationOf(device.expectations, DeviceRhythm.intervalOf(rhythm));
    const latest = await queries.latestOf(device.sensors.map(({ id }) => id));
    return {
      ...{ device, lastConnectedMs, expectation },
      status: statusOf(lastConnectedMs, expectation.offlineAfterMs, Date.now()),
      battery: (await queries.latestBatteriesOf([device.id])).get(device.id) ?? null,
      sensors: device.sensors.map((sensor) => ({ sensor, latest: latest.get(sensor.id) ?? null })),
    };
  } finally {
    await queries.close();
  }
}

const quarantineTexts: Readonly<Record<QuarantineMode, string>> = {
  automatic: "rejected readings are kept until the first day without rejections",
  on: "rejected readings are kept",
  off: "off",
};

const statusTexts: Readonly<Record<DeviceStatus, string>> = {
  online: "online",
  offline: "offline",
  never_seen: "never connected",
};

function toText({ device, lastConnectedMs, expectation, status, battery, sensors }: DeviceView): string {
  const fields = formatFields([
    ["Device", device.uuid],
    ["Name", printable(device.name)],
    ["Description", printable(device.description) || "-"],
    ["Account", printable(device.account.name)],
    ["Group", printable(device.group ?? "-")],
    ["State", device.enabled ? "enabled" : "disabled"],
    ["Contract", device.contract],
    ["Handling", device.handling],
    ["Quarantine", quarantineTexts[device.quarantineMode]],
    ["Expected", expectationInWords(expectation)],
    ["Silence alarm", silenceAlarmInWords(expectation)],
    ["Status", statusTexts[status]],
    ["Last connected", formatTime(lastConnectedMs)],
    ["Battery", battery === null ? "No data" : `${battery.volts} V`],
  ]);
  if (sensors.length === 0) return `${fields}\n\nNo sensors.`;
  const rows = sensors.map(({ sensor, latest }) => [
    sensor.slug,
    sensor.uuid,
    printable(sensor.name),
    latest === null
      ? "No data"
      : printable(`${latest.value}${sensor.unit === null ? "" : ` ${sensor.unit}`}`),
    latest === null ? "No data" : formatTime(latest.atUs / 1000),
  ]);
  return `${fields}\n\n${formatTable(["SENSOR", "UUID", "NAME", "CURRENT VALUE", "LAST UPDATED"], rows)}`;
}

function toJson({ device, lastConnectedMs, expectation, status, battery, sensors }: DeviceView) {
  return {
    device_uuid: device.uuid,
    name: device.name,
    description: device.description,
    account: device.account.name,
    group: device.group,
    enabled: device.enabled,
    contract: device.contract,
    handling: device.handling,
    quarantine: device.quarantine,
    quarantine_mode: device.quarantineMode,
    ...settingsToJson(device),
    expectation: expectationToJson(expectation),
    status,
    created_at: formatMicros(device.createdAt),
    token_created_at: formatMicros(device.tokenCreatedAt),
    last_connected: lastConnectedMs === null ? null : formatMicros(lastConnectedMs * 1000),
    battery_voltage: battery?.volts ?? null,
    sensors: sensors.map(({ sensor, latest }) => ({
      uuid: sensor.uuid,
      slug: sensor.slug,
      name: sensor.name,
      type: sensor.type,
      unit: sensor.unit,
      current_value: latest?.value ?? null,
      last_updated: latest === null ? null : formatMicros(latest.atUs),
    })),
  };
}
