import { expect, test } from "bun:test";
import { cellsByColumn, guessPlan, needsTimeZone } from "./guess-plan.ts";
import { missingFrom } from "./import-plan.ts";
import { mapSample } from "./map-sample.ts";
import { readSample } from "./read-sample.ts";

const device = "6f1c1a1e-0000-4000-8000-000000000001";
const sensorOf = (slug: string, name: string | null = null) => ({ uuid: `uuid-of-${slug}`, slug, name });
const sensors = [sensorOf("temperature", "Temperature"), sensorOf("humidity"), sensorOf("temp_floor")];

async function guess(content: string | Uint8Array<ArrayBuffer>, own = sensors) {
  const sample = await readSample(new File([content], "readings"));
  if (!sample.ok) throw new Error(sample.error);
  const plan = guessPlan(sample.value, { uuid: device, sensors: own }, "Europe/Berlin");
  const roles = plan.columns.map(({ role }) => role);
  return { sample: sample.value, plan, roles, mapped: mapSample(sample.value, plan) };
}

test("a wide file has one column for each sensor", async () => {
  const { roles, plan, mapped } = await guess(
    "Timestamp,Temperature (°C),Humidity %,Remark\n2026-01-31 12:00:00,21.5,40,ok\n2026-01-31 12:01:00,,41,\n",
  );
  expect(roles).toEqual(["time", "sensor:temperature", "sensor:humidity", "ignored"]);
  expect(missingFrom(plan)).toBeNull();
  expect(mapped.readings.map(({ sensor, value, at }) => `${sensor} ${value} ${at}`)).toEqual([
    "temperature 21.5 2026-01-31T11:00:00Z",
    "humidity 40 2026-01-31T11:00:00Z",
    "humidity 41 2026-01-31T11:01:00Z",
  ]);
});

test("a long file has a column that names the sensor", async () => {
  const { roles, mapped } = await guess(
    "sensor\tts\tvalue\ntemperature\t1769868309\t1\nUnknown\t1769868310\t2",
  );
  expect(roles).toEqual(["sensor", "time", "value"]);
  expect(mapped.readings).toHaveLength(1);
  expect(mapped.problems).toEqual([{ line: 3, reason: "This device has no sensor “Unknown”." }]);
});

test("a semicolon file may have decimal commas, days first and Latin letters", async () => {
  const text = "Datum;Temp °C\n31.01.2026 14:05;21,5\n";
  const { plan, roles, mapped } = await guess(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  expect(plan).toMatchObject({ delimiter: ";", hasDecimalComma: true, timeFormat: "dmy" });
  expect(plan.encoding).toBe("windows-1252");
  expect(plan.columns[1]!.name).toBe("Temp °C");
  expect(roles[1]).toMatch(/^sensor:temp/);
  expect(mapped.readings[0]).toMatchObject({ value: "21.5", at: "2026-01-31T13:05:00Z" });
});

test("a file without a header row has numbered columns", async () => {
  const { plan, roles } = await guess("2026-01-31T12:00:00Z,21.5\n2026-01-31T12:01:00Z,21.6\n");
  expect(plan.hasHeader).toBe(false);
  expect(plan.columns.map(({ name }) => name)).toEqual(["Column 1", "Column 2"]);
  expect(roles).toEqual(["time", "value"]);
  expect(missingFrom(plan)).toBe("Choose which sensor the values belong to.");
  const single = await guess("2026-01-31T12:00:00Z,21.5\n", sensors.slice(0, 1));
  expect(missingFrom(single.plan)).toBeNull();
});

test("an export of Weir needs no choices", async () => {
  const csv = `device,sensor,at,value,unit,metadata,received_at,device_at\r\n${device},temperature,2026-01-31T12:00:00.000001Z,21.5,°C,"{""a"":1e400}",,\r\nother,humidity,2026-01-31T12:00:00Z,1,,,,\r\n`;
  const fromCsv = await guess(csv.replace("other", device.replace("1", "2")));
  expect(fromCsv.roles).toEqual([
    "device",
    "sensor",
    "time",
    "value",
    "ignored",
    "metadata_json",
    "ignored",
    "ignored",
  ] as typeof fromCsv.roles);
  const expected = {
    sensor: "temperature",
    at: "2026-01-31T12:00:00.000001Z",
    value: "21.5",
    metadata: '{"a":1e400}',
  };
  expect(fromCsv.mapped.readings).toEqual([expected]);
  expect(fromCsv.mapped.problems[0]!.reason).toBe("The line belongs to another device.");
  const line = `{"sensor":"temperature","at":"2026-01-31T12:00:00.000001Z","value":21.5,"metadata":{"a":1e400}}\n`;
  const fromNdjson = await guess(line);
  expect(fromNdjson.mapped.readings).toEqual([expected]);
  expect(needsTimeZone(fromNdjson.sample, fromNdjson.plan)).toBe(false);
});

test("NDJSON keys are columns, with the text of their numbers", async () => {
  const { sample, roles, mapped } = await guess(
    '{"time":1769868309123,"temperature":21.50,"note":"x"}\n{"time":1769868309124,"humidity":null}\nnonsense\n',
  );
  expect(sample.names).toEqual(["time", "temperature", "note", "humidity"]);
  expect(roles.slice(0, 3)).toEqual(["time", "sensor:temperature", "ignored"]);
  expect(cellsByColumn(sample)[1]).toEqual(["21.50"]);
  expect(mapped.readings[0]).toMatchObject({ value: "21.50", at: "2026-01-31T14:05:09.123Z" });
  expect(mapped.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "2 The line has no value.",
    "3 The line is not a JSON object.",
  ]);
});

test("files that cannot be imported say why", async () => {
  const refusal = async (content: string) => {
    const sample = await readSample(new File([content], "x"));
    return sample.ok ? "" : sample.error;
  };
  expect(await refusal(" \n")).toBe("The file is empty.");
  expect(await refusal("PK\u0000\u0001")).toStartWith("This is not a text file.");
  expect(await refusal('[{"a":1}]')).toStartWith("The file contains a JSON array.");
  expect(await refusal("time,value\n")).toBe("The file has a header row, but no readings.");
});
