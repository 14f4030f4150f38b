import type { Command } from "commander";
import { withinAccount } from "../control/control-store.ts";
import { type Device, listDevices } from "../control/devices/described-devices.ts";
import { openReadingQueries } from "../installation/open-installation.ts";
import { findAccount } from "../manage/accounts/accounts.ts";
import { expectationOf, settingsToJson } from "../manage/devices/expectation/device-expectation.ts";
import { DeviceRhythm } from "../manage/devices/expectation/device-rhythm.ts";
import { type DeviceStatus, statusOf } from "../manage/devices/list/device-list-connections.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer, readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable, formatTime } from "./table.ts";

export function defineDeviceList(command: Command): void {
  command.option("--account <name>", "Only the devices of this account (name or UUID)");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir device list", "weir device list --json | jq -r '.[].device_uuid'");
  command.action(async (options: { account?: string; json?: true }) => {
    const { config } = effectiveConfig(command);
    await flushRunningServer(config);
    const devices = await readControl(config, async (control) => {
      if (options.account === undefined) return listDevices(control);
      const account = valueOrFail(await findAccount(control, options.account));
      return listDevices(withinAccount(control, account.id));
    });
    const listed = await withStatus(config.data, devices);
    if (options.json) printJson(listed.map(toJson));
    else if (listed.length === 0) print("No devices yet. Create one: weir device create NAME --sensor SLUG");
    else print(toTable(listed));
  });
}

type ListedDevice = Device & { readonly lastConnectedMs: number | null; readonly status: DeviceStatus };

async function withStatus(dataDir: string, devices: readonly Device[]): Promise<ListedDevice[]> {
  const queries = await openReadingQueries(dataDir);
  try {
    const known = await queries.connectionsOf(devices.map(({ id }) => id));
    return devices.map((device) => {
      const { lastConnectedMs = null, rhythm = null } = known.get(device.id) ?? {};
      const { offlineAfterMs } = expectationOf(device.expectations, DeviceRhythm.intervalOf(rhythm));
      return { ...device, lastConnectedMs, status: statusOf(lastConnectedMs, offlineAfterMs, Date.now()) };
    });
  } finally {
    await queries.close();
  }
}

function toTable(devices: readonly ListedDevice[]): string {
  const header = [
    "DEVICE",
    "NAME",
    "ACCOUNT",
    "GROUP",
    "STATE",
    "CONTRACT",
    "SENSORS",
    "STATUS",
    "LAST CONNECTED",
  ];
  const rows = devices.map((device) => [
    device.uuid,
    printable(device.name),
    printable(device.account.name),
    printable(device.group ?? "-"),
    device.enabled ? "enabled" : "disabled",
    device.contract,
    String(device.sensorCount),
    device.status === "never_seen" ? "-" : device.status,
    formatTime(device.lastConnectedMs),
  ]);
  return formatTable(header, rows);
}

function toJson(device: ListedDevice) {
  const { lastConnectedMs } = device;
  return {
    device_uuid: device.uuid,
    name: device.name,
    account: device.account.name,
    group: device.group,
    enabled: device.enabled,
    contract: device.contract,
    handling: device.handling,
    quarantine: device.quarantine,
    quarantine_mode: device.quarantineMode,
    ...settingsToJson(device),
    status: device.status,
    sensor_count: device.sensorCount,
    last_connected: lastConnectedMs === null ? null : formatMicros(lastConnectedMs * 1000),
  };
}
