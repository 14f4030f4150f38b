import { readAccountUse } from "../../../control/account-use.ts";
import type { Control } from "../../../control/control.ts";
import { knownNames } from "../../../control/devices/known-names.ts";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { overLimitOf } from "../../accounts/refuse-over-limit.ts";
import type { Refusal } from "../../manage-error.ts";
import { type DeviceLine, readDeviceFile } from "./device-file.ts";

interface DeviceFilePreview {
  readonly devices: readonly DeviceLine[];
  readonly problems: readonly LineProblem[];
  readonly warnings: readonly LineProblem[];
  /** Groups that do not exist yet. */
  readonly newGroups: readonly string[];
  readonly sensorCount: number;
  /** The limit of the account that the devices exceed. */
  readonly overLimit: Refusal | null;
}

/** What would happen to each line of a file. Nothing is changed. */
export async function previewDeviceFile(
  control: Control,
  accountId: number,
  file: Uint8Array,
): Promise<DeviceFilePreview> {
  const { devices, problems } = readDeviceFile(file);
  const known = await knownNames(control, accountId, {
    devices: devices.map(({ device }) => device.name),
    groups: devices.flatMap(({ device }) => device.group ?? []),
  });
  const sensorCount = devices.reduce((sum, { device }) => sum + device.sensors.length, 0);
  const use = await readAccountUse(control.db, accountId);
  const groups = new Set(devices.flatMap(({ device }) => device.group ?? []));
  const nothing = problems.length === 0 && devices.length === 0;
  return {
    devices,
    problems: nothing ? [{ line: 2, reason: "The file has no devices." }] : problems,
    warnings: repeatedNames(devices, known.devices),
    newGroups: [...groups].filter((name) => !known.groups.has(name)),
    sensorCount,
    overLimit: overLimitOf(control, use, { devices: devices.length, sensors: sensorCount }),
  };
}

/** Names need not be unique, but the same name twice is rarely intended. */
function repeatedNames(devices: readonly DeviceLine[], known: ReadonlySet<string>): LineProblem[] {
  const lines = new Map<string, number>();
  return devices.flatMap(({ line, device: { name } }) => {
    const before = lines.get(name);
    if (before === undefined) lines.set(name, line);
    if (known.has(name)) return [{ line, reason: `A device called "${name}" exists already.` }];
    return before === undefined ? [] : [{ line, reason: `Line ${before} has the name "${name}", too.` }];
  });
}
