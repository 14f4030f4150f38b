import { fromHarmlessText } from "@weir/protocol/csv-record";
import { attributeFromText } from "@weir/protocol/manage/attribute-text";
import type { AttributeValue } from "@weir/protocol/manage/device-notes";
import { type Result, succeed } from "@weir/protocol/result";
import { type DeviceNotes, noNotes } from "../../../control/devices/device-notes.ts";
import { hasControlCharacter } from "../../../platform/has-control-character.ts";
import { checkNotes } from "../../core/device-notes-patch.ts";
import { checkNewSensors, type NewSensor } from "../../core/insert-sensors.ts";
import { validateName } from "../../core/validate-text.ts";
import { checkDeviceTexts, type NewDevice } from "../../devices/insert-device.ts";
import type { DeviceColumn } from "./device-columns.ts";

/** What a line says about a device. */
export interface ImportedDevice
  extends Pick<NewDevice, "name" | "description" | "group" | "sensors" | keyof DeviceNotes> {
  /** UUID or name. */
  readonly template?: string | undefined;
}

/** Reads the fields of a line, or returns what is wrong with it. Everything is checked that needs no other data. */
export function readDeviceLine(
  columns: readonly DeviceColumn[],
  fields: readonly string[],
): Result<ImportedDevice, string> {
  if (fields.length !== columns.length) {
    return wrong(`The line has ${fields.length} fields, but the header row has ${columns.length}.`);
  }
  const texts = new Map<DeviceColumn["kind"], string>();
  const attributes: Record<string, AttributeValue> = {};
  for (const [place, column] of columns.entries()) {
    if (column.kind === "problem") continue;
    const field = fields[place]!;
    if (hasControlCharacter(field)) {
      return wrong(`Control characters are not allowed. Column ${place + 1} has some.`);
    }
    const text = fromHarmlessText(isFreeText(column) ? field : field.trim());
    if (text === "") continue;
    if (column.kind !== "attribute") texts.set(column.kind, text);
    else attributes[column.name] = column.isText ? text : attributeFromText(text);
  }
  const sensors = listed(texts.get("sensors")).map(sensorOf);
  const location = locationOf(texts);
  if (!location.ok) return location;
  const device = {
    name: texts.get("name") ?? "",
    description: texts.get("description") ?? "",

    group: texts.get("group"),
    template: texts.get("template"),
    sensors,
    attributes,
    location: location.value,
    tags: listed(texts.get("tags")?.toLowerCase()),
    notes: texts.get("notes") ?? "",
  };
  const refused = problemOf(device);
  return refused === null ? succeed(device) : wrong(refused);
}

/** White space in quotes belongs to free text. Names, numbers and lists have none at their ends. */
function isFreeText({ kind }: DeviceColumn): boolean {
  return kind === "description" || kind === "notes" || kind === "place" || kind === "attribute";
}

function problemOf(device: ImportedDevice & { readonly description: string }): string | null {
  const texts = checkDeviceTexts(device.name, device.description);
  if (!texts.ok) return texts.error.message;
  const group = device.group === undefined ? texts : validateName("A group's name", device.group);
  if (!group.ok) return group.error.message;
  const notes = checkNotes(noNotes, device);
  return notes.ok ? (checkNewSensors(device.sensors)?.error.message ?? null) : notes.error.message;
}

/** `temperature:°C:temperature` is a slug, a unit and a type. */
function sensorOf(text: string): NewSensor {
  const [slug = "", unit, ...type] = text.split(":").map((part) => part.trim());
  return { slug, unit: unit || undefined, type: type.join(":") || undefined };
}

function listed(text = ""): string[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function locationOf(texts: ReadonlyMap<string, string>): Result<DeviceNotes["location"], string> {
  const [latitude, longitude] = texts.has("location")
    ? texts.get("location")!.split(/[\s,;]+/)
    : [texts.get("latitude"), texts.get("longitude")];
  const label = texts.get("place") ?? "";
  if (latitude === undefined && longitude === undefined) {
    return label === "" ? succeed(null) : wrong("A place needs latitude and longitude.");
  }
  const degrees = [Number(latitude ?? Number.NaN), Number(longitude ?? Number.NaN)] as const;
  if (Math.abs(degrees[0]) <= 90 && Math.abs(degrees[1]) <= 180)
    return succeed({ latitude: degrees[0], longitude: degrees[1], label });
  return wrong(
    "A location has a latitude from -90 to 90 and a longitude from -180 to 180, such as 52.52 13.405.",
  );
}

function wrong(error: string): Result<never, string> {
  return { ok: false, error };
}
