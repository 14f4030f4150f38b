import { afterAll, expect, test } from "bun:test";
import { parquetReadObjects } from "hyparquet";
import { exportReadings } from "./export-readings.ts";
import { bytesOf, StoredReadings, sourceOf, testDevice } from "./test-export.ts";

const stored = new StoredReadings();
stored.save([
  { sensorId: 1, atUs: 1_770_000_000_000_001, value: 0.1 },
  {
    sensorId: 1,
    atUs: 1_770_000_001_000_000,
    value: -2e-7,
    metadata: '{"note":"a \\"b\\", c","__proto__":12345678901234567890}',
  },
  { sensorId: 2, atUs: 1_770_000_000_500_000, value: 1e21 },
]);
afterAll(() => stored[Symbol.asyncDispose]());
const sources = [sourceOf(1, "temperature", '°C, "in"'), sourceOf(2, "flow")];
const received = "2026-05-28T20:26:40.000000Z";

async function textOf(format: "csv" | "ndjson", range: { fromUs?: number; toUs?: number } = {}) {
  return (await bytesOf(exportReadings(stored.queries, { sources, format, ...range }))).toString();
}

test("writes CSV with a header, and quotes what needs it", async () => {
  expect(await textOf("csv")).toBe(
    [
      "device,sensor,at,value,unit,metadata,received_at,device_at",
      `${testDevice},temperature,2026-02-02T02:40:00.000001Z,0.1,"°C, ""in""",,${received},`,
      `${testDevice},temperature,2026-02-02T02:40:01.000000Z,-2e-7,"°C, ""in""",` +
        `"{""note"":""a \\""b\\"", c"",""__proto__"":12345678901234567890}",${received},`,
      `${testDevice},flow,2026-02-02T02:40:00.500000Z,1e+21,,,${received},`,
      "",
    ].join("\r\n"),
  );
});

test("keeps spreadsheets from running slugs and units that begin like formulas in CSV", async () => {
  const formulas = [sourceOf(1, "-2+3", "=HYPERLINK(1)"), sourceOf(2, "@SUM", "+1")];
  const csv = (
    await bytesOf(exportReadings(stored.queries, { sources: formulas, format: "csv" }))
  ).toString();
  const [, first, , third] = csv.split("\r\n");
  expect(first).toStartWith(`${testDevice},'-2+3,`);
  expect(first).toContain(",0.1,'=HYPERLINK(1),");
  expect(third).toStartWith(`${testDevice},'@SUM,`);
  expect(third).toContain(",1e+21,'+1,");
});

test("writes one object per line in NDJSON, with the metadata as it was stored", async () => {
  const lines = (await textOf("ndjson")).split("\n");
  expect(lines.length).toBe(4);
  expect(lines[1]).toContain('"metadata":{"note":"a \\"b\\", c","__proto__":12345678901234567890}');
  expect(JSON.parse(lines[2]!)).toEqual({
    device: testDevice,
    sensor: "flow",
    at: "2026-02-02T02:40:00.500000Z",
    value: 1e21,
    metadata: null,
    received_at: received,
    device_at: null,
  });
});

test("exports only readings from the start on and before the end", async () => {
  const range = { fromUs: 1_770_000_000_500_000, toUs: 1_770_000_001_000_000 };
  const lines = (await textOf("ndjson", range)).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).sensor)).toEqual(["flow"]);
});

test("writes only a header in CSV and nothing in NDJSON without readings", async () => {
  const none = { fromUs: 0, toUs: 1 };
  expect(await textOf("csv", none)).toBe("device,sensor,at,value,unit,metadata,received_at,device_at\r\n");
  expect(await textOf("ndjson", none)).toBe("");
});

test("returns every column of Parquet to the last bit", async () => {
  const rows = await readParquet(
    await bytesOf(exportReadings(stored.queries, { sources, format: "parquet" })),
  );
  expect(rows.map(({ sensor, value, unit, metadata }) => [sensor, value, unit, metadata])).toEqual([
    ["temperature", 0.1, '°C, "in"', null],
    ["temperature", -2e-7, '°C, "in"', '{"note":"a \\"b\\", c","__proto__":12345678901234567890}'],
    ["flow", 1e21, null, null],
  ]);
  expect(rows.map(({ at }) => at)).toEqual([
    1_770_000_000_000_001n,
    1_770_000_001_000_000n,
    1_770_000_000_500_000n,
  ]);
  expect(rows[0]).toMatchObject({ device: testDevice, device_at: null, received_at: 1_780_000_000_000_000n });
});

test("writes a Parquet file without rows if there are no readings", async () => {
  const pieces = exportReadings(stored.queries, { sources, format: "parquet", fromUs: 0, toUs: 1 });
  expect(await readParquet(await bytesOf(pieces))).toEqual([]);
});

test("reads Parquet of several row groups as one file", async () => {
  await using many = new StoredReadings();
  many.saveMany(1, 25_001);
  const pieces = exportReadings(many.queries, { sources: [sourceOf(1, "a")], format: "parquet" });
  const rows = await readParquet(await bytesOf(pieces));
  expect(rows.length).toBe(25_001);
  expect(rows.at(-1)).toMatchObject({ at: 1_770_000_000_000_000n + 25_000_000_000n, value: 0 });
});

test.each(["csv", "ndjson"] as const)(
  "writes %s in bounded pieces, between which others get their turn",
  async (format) => {
    await using many = new StoredReadings();
    many.saveMany(1, 20_000);
    let turns = 0;
    const ticking = setInterval(() => turns++, 0);
    let pieces = 0;
    for await (const piece of exportReadings(many.queries, { sources: [sourceOf(1, "a")], format })) {
      expect(piece.length).toBeLessThan(70 * 1024);
      pieces++;
      // The listener's next event. Nothing sleeps.
      if (pieces === 1) turns = 0;
    }
    clearInterval(ticking);
    expect(pieces).toBeGreaterThan(20);
    expect(turns).toBeGreaterThan(0);
  },
);

async function readParquet(file: Buffer): Promise<Record<string, unknown>[]> {
  const buffer = new Uint8Array(file).buffer;
  // Times as stored in the file, because a Date would cut off the microseconds.
  const parsers = { timestampFromMicroseconds: (us: bigint) => us };
  return parquetReadObjects({ file: buffer, parsers } as Parameters<typeof parquetReadObjects>[0]);
}
