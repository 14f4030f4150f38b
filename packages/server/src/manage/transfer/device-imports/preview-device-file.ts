import { readAccountUse } from "../../../control/account-use.ts";
import type { Control } from "../../../control/control.ts";
import { knownNames } from "../../../control/devices/known-names.ts";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { type Template, templatesOf } from "../../../control/templates/templates.ts";
import type { Refusal } from "../../core/manage-error.ts";
import { overLimitOf } from "../../core/refuse-over-limit.ts";
import { type DeviceLine, fileInMemory, readDeviceFile } from "./device-file.ts";

interface DeviceFilePreview {
  /** With the sensors that they get from their templates. */
  readonly devices: readonly DeviceLine[];
  readonly problems: readonly LineProblem[];
  readonly warnings: readonly LineProblem[];
  /** Groups that do not exist yet. */
  readonly newGroups: readonly string[];
  readonly sensorCount: number;
  /** The limit of the account that the devices exceed. */
  readonly overLimit: Refusal | null;
}

/** What would happen to each line of a file. Nothing is changed. `template` is that of lines that name none. */
export async function previewDeviceFile(
  control: Control,
  accountId: number,
  { file, template }: { readonly file: Uint8Array; readonly template: string | undefined },
): Promise<DeviceFilePreview> {
  const read = await readDeviceFile(fileInMemory(file));
  const { devices, unknown } = withTemplates(
    read.devices,
    await templatesOf(control.db, accountId),
    template,
  );
  const problems = [...read.problems, ...unknown].toSorted((a, b) => a.line - b.line);
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

/** Adds the sensors of templates. Lines whose template does not exist are problems. */
function withTemplates(
  lines: readonly DeviceLine[],
  templates: readonly Template[],
  ofFile: string | undefined,
): { readonly devices: DeviceLine[]; readonly unknown: LineProblem[] } {
  const known = new Map(templates.flatMap((one) => [[one.name, one] as const, [one.uuid, one] as const]));
  const devices: DeviceLine[] = [];
  const unknown: LineProblem[] = [];
  for (const { line, device } of lines) {
    const selector = device.template ?? ofFile;
    const template = selector === undefined ? undefined : known.get(selector);
    if (selector !== undefined && template === undefined) {
      unknown.push({ line, reason: `There is no template "${selector}".` });
      continue;
    }
    const own = new Set(device.sensors.map(({ slug }) => slug));
    const taken = (template?.definition.sensors ?? []).filter(({ slug }) => !own.has(slug));
    const sensors = [...taken.map(({ slug }) => ({ slug })), ...device.sensors];
    devices.push({ line, device: { ...device, sensors } });
  }
  return { devices, unknown };
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
