import type { ExpressionInput } from "./expression-input.ts";
import { attributesSize, metadataSize, nameLengthMax, tagsSize } from "./expression-limits.ts";
import { RunFailure } from "./run-failure.ts";
import { noSize, type Size } from "./term.ts";
import type { Value, ValueMap } from "./value.ts";
import {
  doubleType,
  dynType,
  listOf,
  mapOf,
  nullableType,
  stringType,
  timestampType,
  type ValueType,
} from "./value-type.ts";

/** A variable that every expression may use, with its description in the editor and the docs. */
export interface Variable {
  readonly name: string;
  readonly type: ValueType;
  /** The type as the docs write it. */
  readonly shownType: string;
  readonly help: string;
  /** An expression that uses it. */
  readonly example: string;
  readonly size: Size;
  read(input: ExpressionInput): Value;
  readonly fields: readonly VariableField[];
}

interface VariableField {
  readonly name: string;
  readonly type: ValueType;
  readonly shownType: string;
  readonly help: string;
  readonly size: Size;
  read(input: ExpressionInput): Value;
}

const nameSize: Size = { count: 0, weight: nameLengthMax };
const present: ValueMap = Object.freeze(Object.create(null) as ValueMap);

function nameField(name: string, help: string, read: (input: ExpressionInput) => string): VariableField {
  return { name, type: stringType, shownType: "string", help, size: nameSize, read };
}

function simple(variable: Omit<Variable, "size" | "fields">): Variable {
  return { ...variable, size: noSize, fields: [] };
}

function record(
  about: Pick<Variable, "name" | "help" | "example">,
  fields: readonly VariableField[],
  isThere: ((input: ExpressionInput) => boolean) | null = null,
): Variable {
  const shape = `{${fields.map(({ name }) => name).join(", ")}}`;
  return {
    ...about,
    type: { kind: "record", fields: fields.map(({ name }) => name), nullable: isThere !== null },
    shownType: isThere === null ? shape : `${shape} or null`,
    size: noSize,
    fields,
    read: (input) => (isThere === null || isThere(input) ? present : null),
  };
}

/** Returns the input, or throws if there is no previous reading. */
function previousOf(input: ExpressionInput): ExpressionInput {
  if (input.hasPrevious) return input;
  throw new RunFailure(
    "previous is null because this is the sensor's first reading; check previous != null first.",
  );
}

export const variables: readonly Variable[] = [
  simple({
    name: "value",
    type: doubleType,
    shownType: "double",
    help: "The reading's value.",
    example: "value > 30.0",
    read: (input) => input.value,
  }),
  simple({
    name: "at",
    type: timestampType,
    shownType: "timestamp",
    help: "When the reading was taken.",
    example: 'at.getHours("Europe/Berlin") >= 22',
    read: (input) => input.atUs,
  }),
  record(
    {
      name: "previous",
      help: "The sensor's previous reading, or null for its first reading.",
      example: "previous != null && value - previous.value > 2.0",
    },
    [
      {
        name: "value",
        type: doubleType,
        shownType: "double",
        help: "The value of the previous reading.",
        size: noSize,
        read: (input) => previousOf(input).previousValue,
      },
      {
        name: "at",
        type: timestampType,
        shownType: "timestamp",
        help: "When the previous reading was taken.",
        size: noSize,
        read: (input) => previousOf(input).previousAtUs,
      },
    ],
    (input) => input.hasPrevious,
  ),
  record(
    {
      name: "sensor",
      help: "The reading's sensor.",
      example: 'sensor.slug == "outdoor-temperature"',
    },
    [
      nameField("uuid", "The sensor's UUID.", (input) => input.source.sensor.uuid),
      nameField("slug", 'The slug of the sensor, or "" if it has none.', (input) => input.source.sensor.slug),
      nameField("name", "The sensor's name.", (input) => input.source.sensor.name),
      nameField(
        "type",
        'What the sensor measures, or "" if that is not set.',
        (input) => input.source.sensor.type,
      ),
      nameField(
        "unit",
        'The unit of the values, or "" if that is not set.',
        (input) => input.source.sensor.unit,
      ),
    ],
  ),
  record(
    { name: "device", help: "The device that sent the reading.", example: 'device.name.startsWith("Pump")' },
    [
      nameField("uuid", "The device's UUID.", (input) => input.source.device.uuid),
      nameField("name", "The device's name.", (input) => input.source.device.name),
      nameField(
        "group",
        'The group of the device, or "" if it has none.',
        (input) => input.source.device.group,
      ),
      {
        name: "attributes",
        type: mapOf(dynType),
        shownType: "map of strings, numbers, true or false",
        help: "The attributes of the device. Reading a missing one fails, so check has(device.attributes.name) first.",
        size: attributesSize,
        read: (input) => input.source.device.attributes,
      },
      {
        name: "tags",
        type: listOf(stringType),
        shownType: "list of strings",
        help: 'The tags of the device: "outside" in device.tags.',
        size: tagsSize,
        read: (input) => input.source.device.tags,
      },
    ],
  ),
  record({ name: "account", help: "The account the device belongs to.", example: 'account.name == "Acme"' }, [
    nameField("uuid", "The account's UUID.", (input) => input.source.account.uuid),
    nameField("name", "The account's name.", (input) => input.source.account.name),
  ]),
  {
    name: "metadata",
    type: mapOf(dynType),
    shownType: "map of JSON",
    help: "Other fields the device sent with the reading. Reading a missing key fails, so check has(metadata.key) first.",
    example: 'has(metadata.site) && metadata.site == "north"',
    size: metadataSize,
    // Parsed JSON. Anything else in it is refused by its kind where a value is used.
    read: (input) => input.metadata as ValueMap,
    fields: [],
  },
  simple({
    name: "battery_voltage",
    type: nullableType,
    shownType: "double or null",
    help: "The device's battery voltage in volts, or null if the device sent none.",
    example: "battery_voltage != null && battery_voltage < 3.1",
    read: (input) => input.batteryVolts,
  }),
];
