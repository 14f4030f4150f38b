import { expect, test } from "bun:test";
import { readingJson } from "./reading-json.ts";
import { sampleReading, sampleStart } from "./testing/run-node.ts";

test("returns value, times, origin, metadata and battery", () => {
  const sample = { value: 21.5, lateBy: 1.5, metadata: { room: "attic", n: [1] }, batteryVolts: 3.7 };
  expect(JSON.parse(readingJson(sampleReading(sample, sampleStart)))).toEqual({
    value: 21.5,
    at: "2026-01-05T12:00:00.000000Z",
    received_at: "2026-01-05T12:00:01.500000Z",
    sensor: {
      uuid: "00000000-0000-4000-8000-000000000007",
      slug: "temperature",
      name: "Temperature",
      type: "temperature",
      unit: "°C",
    },
    device: { uuid: "00000000-0000-4000-9000-000000000003", name: "Boiler room", group: "Cellar" },
    account: { uuid: "00000000-0000-4000-a000-000000000001", name: "Example" },
    metadata: { room: "attic", n: [1] },
    battery_voltage: 3.7,
  });
});

test("writes an empty object and null for missing parts", () => {
  const parsed = JSON.parse(readingJson(sampleReading({ value: 0 }, sampleStart)));
  expect(parsed.metadata).toEqual({});
  expect(parsed.battery_voltage).toBeNull();
});

test.each([0, -0, 5e-324, -1.7976931348623157e308, 1e21, 0.1])(
  "writes the value %d as valid JSON",
  (value) => {
    expect(JSON.parse(readingJson(sampleReading({ value }, sampleStart))).value).toBe(value + 0);
  },
);

test("quotes names, and uses each sensor's own", () => {
  const reading = sampleReading({ value: 1 }, sampleStart);
  const hostile = { ...reading.source, device: { ...reading.source.device, name: '"},"x":{"\n\u2028' } };
  const parsed = JSON.parse(readingJson({ ...reading, source: hostile }));
  expect(parsed.device.name).toBe('"},"x":{"\n\u2028');
  expect(Object.keys(parsed)).not.toContain("x");
  expect(JSON.parse(readingJson(reading)).device.name).toBe("Boiler room");
});
