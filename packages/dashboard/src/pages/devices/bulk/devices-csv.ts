import { csvRecord, harmlessText } from "@weir/protocol/csv-record";
import type { CallAnswer } from "../../../api/route-types.ts";

type ListedDevice = CallAnswer<"listDevices">["items"][number];

/**
 * Devices as a file for spreadsheets. Columns that an import of devices has too are called as there, except that the file does not name
 * the sensors.
 */
export function devicesCsv(devices: readonly ListedDevice[]): string {
  const attributes = [...new Set(devices.flatMap((device) => Object.keys(device.attributes)))].sort();
  const columns: readonly Column[] = [
    ["name", ({ name }) => harmlessText(name)],
    ["uuid", ({ uuid }) => uuid],
    ["group", ({ group }) => harmlessText(group ?? "")],
    ["template", ({ template }) => harmlessText(template?.name ?? "")],
    ["chain", ({ chain }) => harmlessText(chain?.name ?? "")],
    ["enabled", ({ enabled }) => `${enabled}`],
    ["status", ({ status }) => status],
    ["last_connected", ({ last_connected: at }) => at ?? ""],
    ["sensor_count", ({ sensor_count: count }) => `${count}`],
    ["tags", ({ tags }) => tags.join(";")],
    ...attributes.map((name): Column => [`attr.${name}`, (device) => attributeText(device, name)]),
    ["latitude", ({ location }) => numberText(location?.latitude)],
    ["longitude", ({ location }) => numberText(location?.longitude)],
    ["place", ({ location }) => harmlessText(location?.label ?? "")],
    ["description", ({ description }) => harmlessText(description)],
    ["notes", ({ notes }) => harmlessText(notes)],
    ["created_at", ({ created_at: at }) => at],
  ];
  const records = devices.map((device) => csvRecord(columns.map(([, text]) => text(device))));
  return [csvRecord(columns.map(([heading]) => heading)), ...records].join("");
}

type Column = readonly [heading: string, text: (device: ListedDevice) => string];

function attributeText({ attributes }: ListedDevice, name: string): string {
  const value = attributes[name];
  return typeof value === "string" ? harmlessText(value) : `${value ?? ""}`;
}

function numberText(value: number | undefined): string {
  return value === undefined ? "" : `${value}`;
}
