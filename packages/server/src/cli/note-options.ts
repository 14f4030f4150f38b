import { attributeFromText, attributeToText } from "@weir/protocol/manage/attribute-text";
import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import type { AttributeValue } from "@weir/protocol/manage/device-notes";
import { type Command, InvalidArgumentError, Option } from "commander";

type Attributes = Readonly<Record<string, AttributeValue>>;
type Location = NonNullable<NonNullable<CallInput<"updateDevice">["body"]["location"]>>;

/** Options for what people note about a device. */
export interface NoteOptions {
  readonly tag?: readonly string[];
  readonly attribute?: Attributes;
  /** False if the device should have none. */
  readonly location?: Location | false;
  readonly locationLabel?: string;
  readonly notes?: string;
}

/** What is removed from a device. */
export interface NoteRemovals {
  readonly removeTag?: readonly string[];
  readonly removeAttribute?: readonly string[];
}

export function takeNotes(command: Command): Command {
  return command
    .option("--tag <tag...>", "Tags: short words in lower case")
    .addOption(
      new Option(
        "--attribute <name=value...>",
        "Attributes. A number, true or false is stored as such; NAME:text=VALUE stores text",
      ).argParser(parseAttribute),
    )
    .addOption(
      new Option("--location <latitude,longitude>", "Where it is, such as 52.52,13.405").argParser(
        parseLocation,
      ),
    )
    .option("--location-label <text>", "With --location: a text for people, such as an address")
    .option("--notes <text>", "Free text about it");
}

export function takeNoteRemovals(command: Command): Command {
  return command
    .option("--remove-tag <tag...>", "Tags to remove")
    .option("--remove-attribute <name...>", "Attributes to remove")
    .option("--no-location", "Remove its location");
}

/** The notes of a new device as the route takes them. */
export function notesOfOptions({ tag, attribute, notes, ...options }: NoteOptions) {
  return { tags: tag && [...tag], attributes: attribute, location: locationOf(options), notes };
}

/** Whether tags or attributes change. The route replaces them, so those of the device are needed. */
export function changesSets(options: NoteOptions & NoteRemovals): boolean {
  const { tag, attribute, removeTag, removeAttribute } = options;
  return [tag, attribute, removeTag, removeAttribute].some((given) => given !== undefined);
}

/** The notes of a device with the changes of the options. */
export function changedSets(
  { tags, attributes }: Pick<CallAnswer<"showDevice">, "tags" | "attributes">,
  { tag = [], attribute = {}, removeTag = [], removeAttribute = [] }: NoteOptions & NoteRemovals,
) {
  const kept = Object.entries({ ...attributes, ...attribute }).filter(
    ([name]) => !removeAttribute.includes(name),
  );
  return {
    tags: [...new Set([...tags, ...tag])].filter((one) => !removeTag.includes(one)),
    attributes: Object.fromEntries(kept),
  };
}

/** Undefined if the options do not name one; null to remove it. */
export function locationOf({
  location,
  locationLabel,
}: Pick<NoteOptions, "location" | "locationLabel">): Location | null | undefined {
  if (location === undefined || location === false) return location === false ? null : undefined;
  return { ...location, ...(locationLabel === undefined ? {} : { label: locationLabel }) };
}

/** `site=Berlin, floor=3`. */
export function attributesInWords(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}=${attributeToText(value)}`)
    .join(", ");
}

/** `NAME=VALUE` or `NAME:text=VALUE`. */
export function parseAttribute(text: string, before: Attributes = {}): Attributes {
  const [, name, isText, value] = /^([^=:]+)(:text)?=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("It must have the form NAME=VALUE or NAME:text=VALUE.");
  return { ...before, [name]: isText === undefined ? attributeFromText(value) : value };
}

function parseLocation(text: string): Location {
  const [latitude, longitude, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const isGood = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180 && more.length === 0;
  if (isGood) return { latitude: latitude!, longitude: longitude! };
  throw new InvalidArgumentError("Give latitude and longitude in degrees, such as 52.52,13.405.");
}
