import { expect, test } from "bun:test";
import fc from "fast-check";
import type { TemplateDefinition, TemplateSensor } from "../../../control/templates/template-definition.ts";
import { type ComparedDevice, differencesOf, differencesToFollow } from "./template-differences.ts";

const plain: TemplateDefinition = {
  chain: null,
  contract: null,
  handling: "strict",
  expected_interval_s: 60,
  silence_alarm: null,
  sensors: [sensor("temperature", { unit: "°C" }), sensor("door")],
};

function sensor(slug: string, settings: Partial<TemplateSensor> = {}): TemplateSensor {
  return { slug, name: slug, type: null, unit: null, chain: null, retention_days: "account", ...settings };
}

/** A device exactly as the template says. */
function deviceOf({ sensors, ...settings }: TemplateDefinition): ComparedDevice {
  return { settings: { ...settings, contract: settings.contract ?? "queued" }, sensors };
}

const device = deviceOf(plain);

test.each<[string, Partial<ComparedDevice>, unknown[]]>([
  ["nothing", {}, []],
  [
    "the contract, which the template leaves to the device",
    { settings: { ...device.settings, contract: "stored" } },
    [],
  ],
  [
    "a setting",
    { settings: { ...device.settings, handling: "lenient" } },
    [{ kind: "setting", field: "handling", device: "lenient", template: "strict" }],
  ],
  [
    "the retention of a sensor",
    { sensors: [sensor("temperature", { unit: "°C", retention_days: null }), sensor("door")] },
    [
      {
        kind: "sensor_setting",
        sensor: "temperature",
        field: "retention_days",
        device: null,
        template: "account",
      },
    ],
  ],
  [
    "a sensor with another slug",
    { sensors: [sensor("temperature", { unit: "°C" }), sensor("gate")] },
    [
      { kind: "missing_sensor", sensor: "door" },
      { kind: "extra_sensor", sensor: "gate" },
    ],
  ],
])("shows that a device differs in %s", (_what, changed, expected) => {
  expect(differencesOf({ ...device, ...changed }, plain)).toEqual(expected as never);
});

test("follows what the template changed, and keeps what was changed by hand", () => {
  const byHand: ComparedDevice = {
    settings: { ...device.settings, expected_interval_s: 300 },
    sensors: [sensor("temperature", { unit: "K" }), sensor("humidity")],
  };
  const next: TemplateDefinition = {
    ...plain,
    handling: "lenient",
    expected_interval_s: 120,
    contract: "stored",
    sensors: [sensor("temperature", { unit: "°F", name: "Temperature" }), sensor("door"), sensor("battery")],
  };
  expect(differencesToFollow(byHand, plain, next)).toEqual([
    { kind: "setting", field: "contract", device: "queued", template: "stored" },
    { kind: "setting", field: "handling", device: "strict", template: "lenient" },
    {
      kind: "sensor_setting",
      sensor: "temperature",
      field: "name",
      device: "temperature",
      template: "Temperature",
    },
    { kind: "missing_sensor", sensor: "battery" },
  ]);
});

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const definitions: fc.Arbitrary<TemplateDefinition> = fc.record({
  chain: oneOf(null, "a", "b"),
  contract: fc.constant(null),
  handling: oneOf("strict" as const, "lenient" as const),
  expected_interval_s: oneOf(null, 60, 120),
  silence_alarm: oneOf(null, "off" as const, "critical" as const),
  sensors: fc.uniqueArray(
    fc.record({
      slug: oneOf("t", "h", "d", "b"),
      name: oneOf("x", "y"),
      type: oneOf(null, "k"),
      unit: oneOf(null, "u", "v"),
      chain: oneOf(null, "a"),
      retention_days: oneOf<number | null | "account">("account", null, 7),
    }),
    { selector: ({ slug }) => slug },
  ),
});

/** A plain value for every point of a definition; a sensor that is missing has none. */
function points({ sensors, ...settings }: TemplateDefinition): Map<string, unknown> {
  const all = new Map<string, unknown>(Object.entries(settings));
  for (const { slug, ...own } of sensors) {
    all.set(slug, "present");
    for (const [field, value] of Object.entries(own)) all.set(`${slug}.${field}`, value);
  }
  return all;
}

test("follows exactly the points that the device has as the earlier version says", () => {
  fc.assert(
    fc.property(definitions, definitions, definitions, (base, own, next) => {
      const [before, present, wanted] = [points(base), points(own), points(next)];
      const followed = differencesToFollow(deviceOf(own), base, next).map((one) =>
        one.kind === "setting"
          ? one.field
          : one.kind === "sensor_setting"
            ? `${one.sensor}.${one.field}`
            : one.sensor,
      );
      const expected = [...wanted].flatMap(([point, value]) => {
        const [slug, field] = point.split(".");
        if (point === "contract" || present.get(point) === value) return [];
        // The settings of a sensor that is missing are not points of their own.
        if (field !== undefined && !present.has(slug!)) return [];
        if (present.has(point))
          return before.get(point) === present.get(point) && before.has(point) ? [point] : [];
        return before.has(point) ? [] : [point];
      });
      expect(followed.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 500 },
  );
});
