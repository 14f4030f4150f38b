import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { noTimestamp } from "../../queue/packed-readings.ts";
import type { Device } from "../authenticate/device-registry.ts";
import { ReadingColumns, unmatchedSensor } from "../classify/reading-columns.ts";
import { PlainReadings } from "./plain-readings.ts";
import { ReadingsParser } from "./readings-parser.ts";

const sensor = { id: 7, uuid: "7d7c2b0e-0000-4000-8000-000000000007", slug: "temperature" };
const entriesMax = 5;

const plainColumns = new ReadingColumns();
const plain = new PlainReadings(plainColumns, entriesMax);
const generalColumns = new ReadingColumns();
const general = new ReadingsParser(generalColumns, entriesMax);

function readPlain(text: string): Row[] | null {
  if (!plain.read(Buffer.from(text), sensor.id)) return null;
  const rows = rowsOf(plainColumns);
  const haveTimes = rows.every(({ seconds }) => seconds !== noTimestamp);
  expect(plainColumns.plainSensorId).toBe(haveTimes ? sensor.id : unmatchedSensor);
  return rows;
}

/** A member without meaning makes the body take the general way. Returns null if the body is refused. */
function readGenerally(text: string): Row[] | null {
  const end = text.lastIndexOf("}");
  const body = Buffer.from(`${text.slice(0, end)},"ignored":0${text.slice(end)}`);
  const submission = {
    endpoint: "bulk",
    device: {} as Device,
    urlSensor: sensor,
    handling: "strict",
  } as const;
  return general.parse(body, submission).ok ? rowsOf(generalColumns) : null;
}

interface Row {
  readonly value: number;
  readonly seconds: number;
  readonly micros: number;
}

function rowsOf(columns: ReadingColumns): Row[] {
  return Array.from({ length: columns.count }, (_, row) => {
    expect(columns.sensorIds[row]).toBe(sensor.id);
    expect(columns.drops[row]).toBe(0);
    expect(columns.metadata[row]).toBe("");
    return { value: columns.values[row]!, seconds: columns.seconds[row]!, micros: columns.micros[row]! };
  });
}

describe("the plain form", () => {
  const taken = [
    '{"data":[{"value":21.5,"timestamp":"2026-01-31T14:05:09.250Z"}]}',
    '{"data":[{"timestamp":"2026-01-31T14:05:09Z","value":-3}]}',
    '{"data":[{"value":0},{"value":-0},{"value":0.1},{"value":123456789012345}]}',
    ' {\n "data" : [ { "value" : 1 , "timestamp" : "1970-01-01T00:00:00.000001Z" } ,\t{ "value" : 2 } ] } \r\n',
  ];
  for (const text of taken) {
    test(`is read as the general way reads it: ${JSON.stringify(text)}`, () => {
      const rows = readPlain(text);
      expect(rows).not.toBeNull();
      expect(rows).toEqual(readGenerally(text));
    });
  }

  const passedOn = [
    '{"data":[]}',
    '{"data":{"value":1}}',
    '{"data":[{"value":1}],"battery_voltage":3.7}',
    '{"data":[{"value":1,"note":"x"}]}',
    '{"data":[{"value":1,"value":2}]}',
    '{"data":[{"value":"1"}]}',
    '{"data":[{"value":01}]}',
    '{"data":[{"value":1.}]}',
    '{"data":[{"value":.5}]}',
    '{"data":[{"value":-}]}',
    '{"data":[{"value":1e3}]}',
    '{"data":[{"value":1234567890.123456}]}',
    '{"data":[{"value":1,"timestamp":"2026-02-30T00:00:00Z"}]}',
    '{"data":[{"value":1,"timestamp":"2026-01-31T24:00:00Z"}]}',
    '{"data":[{"value":1,"timestamp":"19E0-01-31T14:05:09Z"},{"value":2,"timestamp":"2026-01-31T14:05:09Z"}]}',
    '{"data":[{"value":1,"timestamp":"2026-01-31T14:05:09+01:00"}]}',
    '{"data":[{"value":1,"timestamp":"2026-01-31T14:05:09.Z"}]}',
    '{"data":[{"value":1,"timestamp":"2026-01-31T14:05:09.1234567Z"}]}',
    '{"data":[{"value":1,"timestamp":null}]}',
    '{"data":[{"timestamp":"2026-01-31T14:05:09Z"}]}',
    '{"data":[{"value":1}{"value":2}]}',
    '{"data":[{"value":1},]}',
    '{"data":[{"value":1}]}}',
    '{"data":[{"value":1}]',
    '{"data":[{"value":1',
    "",
    `{"data":[${new Array(entriesMax + 1).fill('{"value":1}').join()}]}`,
  ];
  for (const text of passedOn) {
    test(`is not: ${text}`, () => {
      expect(readPlain(text)).toBeNull();
    });
  }
});

test("reads the same as the general parser, even after a character was changed", () => {
  const space = fc.constantFrom("", "", "", " ", "\n", "\t ");
  const number = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc
      .tuple(fc.constantFrom("", "-"), fc.nat(999_999), fc.stringMatching(/^[0-9]{1,9}$/))
      .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`),
  );
  const timestamp = fc
    .tuple(
      fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true }),
      fc.stringMatching(/^(\.[0-9]{1,7})?$/),
    )
    .map(([date, fraction]) => `"${date.toISOString().slice(0, 19)}${fraction}Z"`);
  const entry = fc
    .tuple(number, fc.option(timestamp), fc.boolean(), space, space)
    .map(([value, time, valueFirst, before, after]) => {
      const members = [`"value":${before}${value}${after}`];
      if (time !== null) members.push(`${before}"timestamp"${after}:${time}`);
      if (!valueFirst) members.reverse();
      return `{${members.join(",")}}`;
    });
  const body = fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: entriesMax + 1 }), space, space)
    .map(([entries, before, after]) => `${before}{"data":${after}[${entries.join(`,${before}`)}]${after}}`);
  const change = fc.option(fc.tuple(fc.nat(), fc.constantFrom(...'0123456789-+.eE:,TZ{}[]" nul')), {
    freq: 2,
  });
  let read = 0;
  fc.assert(
    fc.property(body, change, (text, changed) => {
      const sent = changed === null ? text : replaceAt(text, changed[0] % text.length, changed[1]);
      const rows = readPlain(sent);
      if (rows === null) return;
      read++;
      expect(rows).toEqual(readGenerally(sent)!);
    }),
    { numRuns: propertyRuns(3000) },
  );
  expect(read).toBeGreaterThan(propertyRuns(300));
});

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}
