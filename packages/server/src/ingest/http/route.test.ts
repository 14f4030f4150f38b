import { describe, expect, test } from "bun:test";
import { apiPrefix } from "@weir/protocol/contracts";
import fc from "fast-check";
import { anyCharacter } from "../../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { matchRoute, type Route } from "./route.ts";

function match(path: string): Route | null {
  return matchRoute(path);
}

describe("the three endpoints", () => {
  test.each<[string, Route]>([
    [`${apiPrefix}/devices/d/readings`, { endpoint: "batch", deviceUuid: "d", sensor: null }],
    [`${apiPrefix}/devices/d/sensors/s/readings`, { endpoint: "single", deviceUuid: "d", sensor: "s" }],
    [`${apiPrefix}/devices/d/sensors/s/readings/bulk`, { endpoint: "bulk", deviceUuid: "d", sensor: "s" }],
    [
      `${apiPrefix}/devices/d/readings?x=/sensors/s/readings`,
      { endpoint: "batch", deviceUuid: "d", sensor: null },
    ],
    [`${apiPrefix}/devices/d/sensors/s/readings?`, { endpoint: "single", deviceUuid: "d", sensor: "s" }],
  ])("%s", (path, route) => {
    expect(match(path)).toEqual(route);
  });

  test("treat a name that looks like a part of the path as a name", () => {
    expect(match(`${apiPrefix}/devices/sensors/sensors/readings/readings`)).toEqual({
      endpoint: "single",
      deviceUuid: "sensors",
      sensor: "readings",
    });
    expect(match(`${apiPrefix}/devices/readings/sensors/bulk/readings/bulk`)).toEqual({
      endpoint: "bulk",
      deviceUuid: "readings",
      sensor: "bulk",
    });
  });

  test("decode percent-encoding once, in names only, and leave invalid encodings alone", () => {
    const sensorIn = (segment: string): string | null | undefined =>
      match(`${apiPrefix}/devices/d/sensors/${segment}/readings`)?.sensor;
    expect(sensorIn("a%2Fb")).toBe("a/b");
    expect(sensorIn("%E2%98%82")).toBe("☂");
    expect(sensorIn("%2541")).toBe("%41");
    expect(sensorIn("100%")).toBe("100%");
    expect(sensorIn("%ff")).toBe("%ff");
  });

  test("treat raw UTF-8 like percent-encoded UTF-8", () => {
    const raw = (text: string) => Buffer.from(text).toString("latin1");
    const sensorIn = (segment: string) => match(`${apiPrefix}/devices/d/sensors/${segment}/readings`)?.sensor;
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (any) => {
        const text = any.toWellFormed().replaceAll(/[/?%]/g, "_");
        expect(sensorIn(raw(text))).toBe(text);
        expect(sensorIn(encodeURIComponent(text))).toBe(text);
      }),
    );
    expect(sensorIn(`${raw("größe")}%20%C3%BC`)).toBe("größe ü");
    expect(sensorIn("\xff%41")).toBe("%FF%41");
  });

  test("do not decode percent-encoding in the fixed parts of a path", () => {
    expect(match(`${apiPrefix}/devices/d/%72eadings`)).toBeNull();
  });
});

test.each([
  "/",
  "/api/v1",
  `${apiPrefix}/devices`,
  `${apiPrefix}/devices/`,
  `${apiPrefix}/devices/d`,
  `${apiPrefix}/devices//readings`,
  `${apiPrefix}/devices/d/readings/`,
  `${apiPrefix}/devices/d/readings/bulk`,
  `${apiPrefix}/devices/d/Readings`,
  `${apiPrefix}/devices/d/sensors`,
  `${apiPrefix}/devices/d/sensors/`,
  `${apiPrefix}/devices/d/sensors/s`,
  `${apiPrefix}/devices/d/sensors//readings`,
  `${apiPrefix}/devices/d/sensors/s/readings/`,
  `${apiPrefix}/devices/d/sensors/s/readings/bulk/`,
  `${apiPrefix}/devices/d/sensors/s/readings/bulk/more`,
  `${apiPrefix}/devices/d/sensors/s/more/readings`,
  `${apiPrefix}/devices/d/sensors/s?/readings`,
  `${apiPrefix}/devices/d?/readings`,
  `${apiPrefix}/devices/?d/readings`,
  "/api/v2/devices/d/readings",
  "/API/v1/devices/d/readings",
  "/x/api/v1/devices/d/readings",
])("does not treat %s as an endpoint", (path) => {
  expect(match(path)).toBeNull();
});

test("agrees with a simple implementation for any path", () => {
  const segment = fc.constantFrom(
    "",
    "api",
    "v1",
    "devices",
    "sensors",
    "readings",
    "bulk",
    "d",
    "s",
    "?",
    "a?b",
    "x",
  );
  const anyPath = fc.array(segment, { maxLength: 6 });
  fc.assert(
    fc.property(anyPath, fc.boolean(), (segments, underDevices) => {
      const path = `${underDevices ? `${apiPrefix}/devices` : ""}/${segments.join("/")}`;
      expect(match(path)).toEqual(obviously(path));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

function obviously(path: string): Route | null {
  const found = /^\/api\/v1\/devices\/([^/]+)(?:\/sensors\/([^/]+))?\/readings(\/bulk)?$/.exec(
    path.split("?")[0]!,
  );
  if (found === null) return null;
  const [, deviceUuid = "", sensor = null, bulk] = found;
  if (sensor === null) return bulk === undefined ? { endpoint: "batch", deviceUuid, sensor } : null;
  return { endpoint: bulk === undefined ? "single" : "bulk", deviceUuid, sensor };
}
