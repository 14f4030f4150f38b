import { afterAll, expect, test } from "bun:test";
import { type ImportRecord, importProblems } from "../../../control/imports/imports.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { FrameReader } from "../../../queue/packed-readings.ts";
import { SqliteLogReader } from "../../../queue/sqlite-log/sqlite-log-reader.ts";
import { SqliteReadingQueries } from "../../../store/readings/sqlite/sqlite-reading-queries.ts";
import { getDevice } from "../../core/find-device.ts";
import type { Result } from "../../core/manage-error.ts";
import { createDevice } from "../../devices/devices.ts";
import type { NewDevice } from "../../devices/insert-device.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../../test-control.ts";
import { exportReadings } from "../exports/export-readings.ts";
import { findDeviceSources } from "../exports/export-source.ts";
import { bytesOf } from "../exports/test-export.ts";
import { appendPart, finishImport } from "./append-part.ts";
import { createImport, type NewImport } from "./imports.ts";
import { createImportSink } from "./intake-sink.ts";
import { addImportTables, TestIntake } from "./test-import.ts";

afterAll(closeTestControls);

function taken(result: Result<ImportRecord>): ImportRecord {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function scene(overrides: Partial<NewDevice> = {}) {
  const { control, dataDir } = openTestControl();
  addImportTables(dataDir);
  const account = await makeAccount(control);
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id, overrides)));
  const device = unwrap(await getDevice(control, uuid));
  const intake = await TestIntake.open(dataDir);
  const sink = createImportSink(intake, 0);
  const begin = async (options: Partial<NewImport> = {}) =>
    taken(await createImport(control, { accountId: account.id, format: "csv", mode: "store", ...options }));
  /** Sends a text in pieces of this many bytes, and finishes. */
  const send = async ({ uuid: id }: ImportRecord, text: string | Uint8Array, pieceBytes = 1e9) => {
    const bytes = Buffer.from(text as string);
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const piece = bytes.subarray(offset, offset + pieceBytes);
      taken(await appendPart(control, sink, { uuid: id, offset, bytes: piece }));
    }
    const finished = taken(await finishImport(control, sink, id));
    return { finished, problems: await importProblems(control, finished.id) };
  };
  const saved = async (slug: string) => {
    const queries = new SqliteReadingQueries(dataDir);
    const { id } = device.sensors.find((sensor) => sensor.slug === slug)!;
    const readings = await gatherPages(queries.readings({ sensorId: id }));
    await queries.close();
    return readings.map(({ atUs, value, metadata }) => [atUs, value, metadata]);
  };
  return { control, dataDir, account, device, intake, sink, begin, send, saved };
}

const day = (text: string): number => Date.UTC(2026, 0, Number(text)) * 1000;

test("accepts device and sensor by slug or UUID in a line, and names the line of a problem", async () => {
  const { device, intake, begin, send, saved } = await scene();
  await using _ = intake;
  const [temperature] = device.sensors;
  const lines = [
    "sensor,device,at,value,metadata",
    `temperature,${device.uuid},2026-01-01,1.5,"{""a"": [1]}"`,
    `${temperature!.uuid},${device.uuid},2026-01-02T00:00:00Z,-2e1,`,
    `flow,${device.uuid},2026-01-03,1,`,
    "temperature,2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21,2026-01-03,1,",
    `temperature,${device.uuid},2026-02-30,1,`,
    `temperature,${device.uuid},2999-01-01,1,`,
    `temperature,${device.uuid},2026-01-03,abc,`,
    `temperature,${device.uuid},2026-01-03,1e999,`,
    `temperature,${device.uuid},2026-01-03,,`,
    `temperature,${device.uuid},2026-01-03,1,[1]`,
    `temperature,${device.uuid},2026-01-03,1`,
    `,${device.uuid},2026-01-03,1,`,
  ];
  const { finished, problems } = await send(await begin(), lines.join("\r\n"));
  expect(finished).toMatchObject({ state: "finished", lines: 13, accepted: 2, problemCount: 10 });
  expect(problems.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    'The device has no sensor "flow".',
    'There is no device "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21".',
    "The time is not ISO 8601, such as 2026-01-31T14:05:09Z.",
    "The time is in the future.",
    "The value is not a finite number.",
    "The value is not a finite number.",
    "The value is missing.",
    "The metadata is not a JSON object.",
    "The line has 4 fields, but the header row has 5.",
    "The line names no sensor.",
  ]);
  expect(await saved("temperature")).toEqual([
    [day("1"), 1.5, '{"a":[1]}'],
    [day("2"), -20, null],
  ]);
});

test("uses the fixed sensor and column names of the import", async () => {
  const { device, intake, begin, send, saved } = await scene();
  await using _ = intake;
  const fixed = { device: device.uuid, sensor: "humidity", mapping: { at: "Time", value: "RH %" } };
  const { finished } = await send(await begin(fixed), "\uFEFFTime,RH %\n2026-01-01 00:00,40\n");
  expect([finished.accepted, finished.problemCount]).toEqual([1, 0]);
  expect(await saved("humidity")).toEqual([[day("1"), 40, null]]);
});

test("finds a slug that an export protected from spreadsheets without its apostrophe", async () => {
  const { device, intake, begin, send, saved } = await scene({ sensors: [{ slug: "-flow", name: "Flow" }] });
  await using _ = intake;
  const lines = ["sensor,device,at,value", `'-flow,${device.uuid},2026-01-01,1`];
  const { problems } = await send(await begin(), lines.join("\n"));
  expect(problems).toEqual([]);
  expect(await saved("-flow")).toEqual([[day("1"), 1, null]]);
});

test.each([
  ["time,value\n2026-01-01,1\n", "Missing from the header row: at, device, sensor."],
  ["", "The file is empty."],
  [Buffer.of(0xff, 0x0a), "The line is not UTF-8."],
])("ends at a header row that cannot be used, and says why: %p", async (text, reason) => {
  const { control, intake, begin, send, sink } = await scene();
  await using _ = intake;
  const begun = await begin();
  await expect(send(begun, text)).rejects.toThrow(`The file has no usable header row. ${reason}`);
  expect(await importProblems(control, begun.id)).toEqual([{ line: 1, reason }]);
  const more = { uuid: begun.uuid, offset: 0, bytes: Buffer.from("at\n") };
  expect(await appendPart(control, sink, more)).toMatchObject({ error: { code: "import_finished" } });
});

test("counts readings that were stored already as duplicates, in the same file and in the next", async () => {
  const { device, intake, begin, send } = await scene();
  await using _ = intake;
  const fixed = { device: device.uuid, sensor: "humidity" };
  const lines = "at,value\n2026-01-01,1\n2026-01-02,2\n2026-01-01,1\n";
  expect((await send(await begin(fixed), lines)).finished).toMatchObject({ accepted: 2, duplicates: 1 });
  expect((await send(await begin(fixed), lines)).finished).toMatchObject({ accepted: 0, duplicates: 3 });
});

test("reports NDJSON lines that are not objects or not UTF-8", async () => {
  const { device, intake, begin, send } = await scene();
  await using _ = intake;
  const good = `{"at":"2026-01-01","value":1,"__proto__":{"at":"x"},"metadata":{"__proto__":1}}\n`;
  const bytes = Buffer.concat([Buffer.from(`[1]\n{\n${good}`), Buffer.of(0xff, 0x0a), Buffer.from(good)]);
  const fixed = { format: "ndjson" as const, device: device.uuid, sensor: "humidity" };
  const { finished, problems } = await send(await begin(fixed), bytes);
  expect(problems).toEqual([
    { line: 1, reason: "The line is not a JSON object." },
    { line: 2, reason: "The line is not a JSON object." },
    { line: 4, reason: "The line is not UTF-8." },
  ]);
  expect([finished.accepted, finished.duplicates]).toEqual([1, 1]);
});

test("keeps a thousand problems, and counts all of them", async () => {
  const { intake, begin, send } = await scene();
  await using _ = intake;
  const text = `at,value,device,sensor\n${"x,1,a,b\n".repeat(2500)}`;
  const { finished, problems } = await send(await begin(), text, 7000);
  expect([finished.problemCount, problems.length, problems.at(-1)!.line]).toEqual([2500, 1000, 1001]);
});

test("gives the same result for a file that is cut at any byte", async () => {
  const { device, intake, begin, send, saved } = await scene();
  await using _ = intake;
  const text = `at,value,metadata\r\n2026-01-01,1,"{""é"":""a\\nb""}"\r\n2026-01-02,x,\r\n2026-01-03,3,`;
  const fixed = { device: device.uuid, sensor: "humidity" };
  const { finished, problems } = await send(await begin(fixed), text, 1);
  expect(finished).toMatchObject({ lines: 4, accepted: 2, problemCount: 1 });
  expect(problems[0]!.line).toBe(3);
  expect(await saved("humidity")).toEqual([
    [day("1"), 1, '{"é":"a\\nb"}'],
    [day("3"), 3, null],
  ]);
});

test.each(["csv", "ndjson"] as const)("imports what was exported as %s unchanged", async (format) => {
  const from = await scene();
  await using _from = from.intake;
  const rows = Array.from({ length: 3000 }, (_, nth) => {
    const metadata = nth % 7 === 0 ? `,"{""n"":""a, \\""${nth}\\""""}"` : ",";
    return `temperature,2026-01-01T00:00:00.${String(nth).padStart(6, "0")}Z,${nth / 7}${metadata}`;
  });
  const text = `sensor,at,value,metadata\n${rows.join("\n")}\n`;
  const { finished } = await from.send(await from.begin({ device: from.device.uuid }), text, 50_000);
  expect(finished.accepted).toBe(3000);
  const sources = unwrap(await findDeviceSources(from.control, from.device.uuid, null));
  const queries = new SqliteReadingQueries(from.dataDir);
  const exported = await bytesOf(exportReadings(queries, { sources, format }));
  await queries.close();

  const to = await scene();
  await using _to = to.intake;
  const result = await to.send(await to.begin({ format, device: to.device.uuid }), exported, 100_000);
  expect(result.finished).toMatchObject({ accepted: 3000, problemCount: 0 });
  expect(await to.saved("temperature")).toEqual(await from.saved("temperature"));
});

test("sends readings through the chain with their own times, and treats a repeated part as duplicates", async () => {
  const { control, dataDir, device, intake, sink, begin } = await scene();
  await using _ = intake;
  const fixed = { mode: "chain" as const, device: device.uuid, sensor: "humidity" };
  const bytes = Buffer.from("at,value\n2026-01-01T00:00:00.000007Z,1\n2026-01-02,2\n");
  const first = await begin(fixed);
  expect(taken(await appendPart(control, sink, { uuid: first.uuid, offset: 0, bytes })).accepted).toBe(2);
  const again = await begin(fixed);
  const repeated = taken(await appendPart(control, sink, { uuid: again.uuid, offset: 0, bytes }));
  expect([repeated.accepted, repeated.duplicates]).toEqual([0, 2]);
  const reader = new SqliteLogReader(dataDir);
  const queued = (await reader.read(0, null, 1e6)).flatMap(({ data }) => {
    const frames = new FrameReader(data);
    const readings: [number, number, number][] = [];
    while (frames.nextFrame())
      while (frames.nextReading()) readings.push([frames.deviceId, frames.atUs, frames.value]);
    return readings;
  });
  reader.close();
  expect(queued).toEqual([
    [device.id, day("1") + 7, 1],
    [device.id, day("2"), 2],
  ]);
});

test("accepts nothing, keeps the offset and names the limit while the account has no room", async () => {
  const { control, device, intake, sink, begin } = await scene();
  await using _ = intake;
  const { uuid } = await begin({ mode: "chain", device: device.uuid, sensor: "humidity" });
  const part = { uuid, offset: 0, bytes: Buffer.from("at,value\n2026-01-01,1\n") };
  intake.room = false;
  await expect(appendPart(control, sink, part)).rejects.toMatchObject({
    code: "import_unavailable",
    limit: { setting: "queue_bytes_per_account", max: 1 },
  });
  intake.room = true;
  expect(taken(await appendPart(control, sink, part)).accepted).toBe(1);
});

test("refuses a wrong offset with the right one, even if two send the same part at once", async () => {
  const { control, device, intake, sink, begin } = await scene();
  await using _ = intake;
  const { uuid } = await begin({ device: device.uuid, sensor: "humidity" });
  const part = { uuid, offset: 0, bytes: Buffer.from("at,value\n2026-01-01,1\n") };
  const both = await Promise.all([appendPart(control, sink, part), appendPart(control, sink, part)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const late = await appendPart(control, sink, part);
  expect(late).toMatchObject({ ok: false, error: { code: "wrong_offset", uploadOffset: part.bytes.length } });
});
