import { describe, expect, test } from "bun:test";
import { dropReasons } from "@weir/protocol/drop-reasons";
import type { ReadingFinding } from "../../activity/activity-record.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { explainFinding } from "./explain-finding.ts";
import type { ExplainedDevice, FindingContext } from "./finding-context.ts";

const arrivalMs = Date.parse("2026-06-01T12:00:00.000Z");
const request: FindingContext = { arrivalMs, clockOffsetMs: null, endpoint: "batch" };

function sensor(slug: string, overrides: Partial<Sensor> = {}): Sensor {
  const uuid = `00000000-0000-4000-8000-${slug.padStart(12, "0").slice(-12)}`;
  return { id: 1, uuid, slug, name: slug, type: null, unit: null, createdAt: 0, ...overrides };
}

const device: ExplainedDevice = {
  contract: "queued",
  sensors: [sensor("temperature"), sensor("air_temp"), sensor("humidity")],
};

function finding(reason: ReadingFinding["reason"], overrides: Partial<ReadingFinding> = {}): ReadingFinding {
  return {
    position: 0,
    reason,
    sensorId: null,
    identifier: null,
    value: null,
    sent: null,
    matchedMs: null,
    untilMs: null,
    ...overrides,
  };
}

test("explains an invalid timestamp as unreadable, or as moved out of range by the clock correction", () => {
  const explain = (sent: ReadingFinding["sent"]) =>
    explainFinding(finding("dropped_invalid_timestamp", { sent }), request, device).explanation;
  expect(explain(null)).toContain("not in ISO 8601 format");
  expect(explain([5, 0])).toContain("outside the years 1970 to 9999");
});

test("has a sentence for every reason and every endpoint", () => {
  for (const endpoint of ["single", "bulk", "batch"] as const) {
    for (const { key } of dropReasons) {
      const { explanation } = explainFinding(finding(key), { ...request, endpoint }, device);
      expect(explanation).toMatch(/^[A-Z].{20,}\.$/s);
    }
  }
});

describe("an unknown sensor", () => {
  const explain = (identifier: string, of: ExplainedDevice = device, context: Partial<FindingContext> = {}) =>
    explainFinding(finding("dropped_unknown_sensor", { identifier }), { ...request, ...context }, of);

  test("suggests the slugs that may have been intended", () => {
    const { explanation, suggestions } = explain("Temprature");
    expect(suggestions).toEqual(["temperature"]);
    expect(explanation).toStartWith(
      'The device has no sensor "Temprature". Did you mean "temperature"? Slugs have to match exactly',
    );
  });

  test("can only be created if it resembles none", () => {
    expect(explain("voltage")).toMatchObject({
      explanation:
        'The device has no sensor "voltage". Create a sensor with this slug, or correct the slug on the device.',
      suggestions: [],
    });
    expect(explain("voltage", { contract: "queued", sensors: [] }).explanation).toContain(
      "no sensors at all yet",
    );
  });

  test("is explained if it was created since", () => {
    const created = sensor("flow", { createdAt: arrivalMs * 1000 + 1 });
    const now = { contract: "queued", sensors: [created] } as const;
    expect(explain("flow", now).explanation).toContain("has been created since");
    expect(explain(created.uuid, now).explanation).toContain("can be submitted again");
  });

  test("is explained if it was renamed or sent under the wrong key", () => {
    expect(explain("humidity").explanation).toContain("sensor_slug, not as sensor_uuid");
    expect(explain(device.sensors[0]!.uuid).explanation).toContain("sensor_uuid, not as sensor_slug");
    expect(explain("humidity", device, { endpoint: "bulk" }).explanation).toEndWith(
      "can be submitted again.",
    );
  });

  test("gets its UUID if it was named by its slug under the contract stored", () => {
    const stored = { ...device, contract: "stored" } as const;
    const { explanation } = explain("humidity", stored, { endpoint: "single" });
    expect(explanation).toContain(device.sensors[2]!.uuid);
    expect(explain("humidity", stored).explanation).not.toContain("stored");
  });

  test("is explained for a deleted device", () => {
    expect(explain("flow", null).explanation).toBe(
      'The device had no sensor "flow". The device has since been removed.',
    );
  });
});

describe("a duplicate", () => {
  const times = { matchedMs: arrivalMs - 5000, untilMs: arrivalMs + 55_000 };

  test("is a replay with a timestamp", () => {
    const { explanation } = explainFinding(
      finding("dropped_duplicate", { sent: [1, 0], ...times }),
      request,
      device,
    );
    expect(explanation).toContain("same value and timestamp that arrived at 2026-06-01 11:59:55 UTC");
    expect(explanation).toContain("Repeats are recognised until 2026-06-01 12:00:55 UTC");
  });

  test("is suppressed for a while without one", () => {
    const { explanation } = explainFinding(finding("dropped_duplicate", times), request, device);
    expect(explanation).toContain("no timestamp and the same value as the reading that arrived at");
    expect(explanation).toContain("until 2026-06-01 12:00:55 UTC. To keep every sample");
  });
});

describe("a future timestamp", () => {
  const at = (aheadMs: number): [number, number] => {
    const us = (arrivalMs + aheadMs) * 1000;
    return [Math.floor(us / 1e6), us % 1e6];
  };
  const explain = (sentAheadMs: number, clockOffsetMs: number | null) =>
    explainFinding(
      finding("dropped_future_timestamp", { sent: at(sentAheadMs) }),
      { ...request, clockOffsetMs },
      device,
    );

  test.each([
    [
      65_000,
      null,
      65_000,
      "was 1 min 5 s ahead of the server's time. Set the device's clock, or send a Date header",
    ],
    [65_500, 1500, 65_500, "although the device's clock was right according to its Date header"],
    [65_500, -2000, 65_500, "although the device's clock was right according to its Date header"],
    [65_000, 60_000, 125_000, "2 min 5 s ahead of the server's time even after correction"],
    [65_000, 60_000, 125_000, "According to its Date header the device's clock was 1 min behind"],
    [600_000, -300_000, 300_000, "the device's clock was 5 min ahead"],
  ])("of %d ms with a clock off by %p ms is %d ms ahead", (sentAheadMs, offsetMs, aheadMs, words) => {
    const explained = explain(sentAheadMs, offsetMs);
    expect(explained.aheadMs).toBe(aheadMs);
    expect(explained.explanation).toContain(words);
  });

  test.each([
    [7_200_000, true],
    [7_200_000 - 20_000, true],
    [5.5 * 3_600_000, true],
    [65_000, false],
    [7_200_000 + 300_000, false],
    [48 * 3_600_000, false],
  ])("of %d ms that may be a time zone says so: %p", (aheadMs, isZone) => {
    expect(explain(aheadMs, null).explanation.includes("local time")).toBe(isZone);
  });
});
