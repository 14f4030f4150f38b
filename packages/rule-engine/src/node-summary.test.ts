import { expect, test } from "bun:test";
import { nodeCatalogue } from "./node-catalogue.ts";
import { nodeSummary } from "./node-summary.ts";

/** With the defaults of the type filled in, as in the editor. */
function summary(type: string, config: Record<string, unknown> = {}): string | null {
  const fields = Object.entries(nodeCatalogue.get(type)!.fields);
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
  return nodeSummary(type, { ...defaults, ...config });
}

const uuid = "6a5f0a53-6f7d-4f0e-9a53-0f6a5f0a536f";
const cases: readonly (readonly [type: string, config: Record<string, unknown>, text: string])[] = [
  ["input", {}, ""],
  ["compare", { value: -15 }, "> −15"],
  ["compare", { operator: ">=", value: 3.5 }, "≥ 3.5"],
  ["compare", { operator: "!=", value: 0 }, "≠ 0"],
  ["range", { min: 2, max: 8 }, "2 to 8"],
  ["range", { min: 2 }, "≥ 2"],
  ["range", { max: 8, bounds: "exclusive" }, "< 8"],
  ["range", { min: 2, max: 8, bounds: "exclusive" }, "> 2 and < 8"],
  ["consecutive-threshold", { value: 8 }, "> 8, 3 in a row"],
  [
    "consecutive-threshold",
    { value: 8, count: 5, windowSeconds: 600, onlyOnce: true },
    "> 8, 5 in a row, within 10 min, once",
  ],
  ["rate-of-change", { limit: 2 }, "change > 2 per minute"],
  ["rate-of-change", { limit: 0.5, per: "hour", direction: "fall" }, "fall > 0.5 per hour"],
  ["deadband", {}, "any change"],
  ["deadband", { threshold: 0.5, heartbeatSeconds: 3600 }, "change ≥ 0.5, or every 1 h"],
  ["deadband", { threshold: 5, measure: "percent" }, "change ≥ 5 %"],
  ["late", {}, "> 1 min late"],
  ["late", { measure: "order", seconds: 90 }, "> 90 s behind the newest"],
  ["late", { seconds: 0 }, "any time late"],
  ["time-of-day", {}, "00:00–24:00"],
  [
    "time-of-day",
    { from: "08:00", to: "18:00", timeZone: "Europe/Berlin", saturday: false, sunday: false },
    "08:00–18:00, Mon–Fri, Europe/Berlin",
  ],
  ["time-of-day", { tuesday: false, thursday: false, saturday: false }, "00:00–24:00, Mon, Wed, Fri, Sun"],
  ["metadata-match", { key: "site" }, "site exists"],
  ["metadata-match", { key: "site", condition: "missing" }, "site is missing"],
  ["metadata-match", { key: "site", condition: "equals", text: "north" }, 'site = "north"'],
  ["metadata-match", { key: "site", condition: "not-equals", text: "" }, 'site ≠ ""'],
  ["metadata-match", { key: "site", condition: "contains", text: "or" }, 'site contains "or"'],
  ["metadata-match", { key: "level", condition: "number", operator: "<", number: 3 }, "level < 3"],
  ["expression", { when: "value > 30.0 &&\n  has(metadata.site)" }, "value > 30.0 && has(metadata.site)"],
  ["scale", {}, "× 1"],
  ["scale", { factor: 1.8, offset: 32 }, "× 1.8 + 32"],
  ["scale", { offset: -0.5 }, "− 0.5"],
  ["convert-unit", { from: "°F", to: "°C" }, "°F → °C"],
  ["convert-unit", { from: "m3/h", to: "l/s" }, "m³/h → l/s"],
  ["round-clamp", { decimals: 1 }, "1 decimal"],
  ["round-clamp", { decimals: 2, min: 0, max: 100 }, "2 decimals, 0 to 100"],
  ["round-clamp", { max: 100 }, "≤ 100"],
  ["calculate", { value: "value * 1.8 + 32.0" }, "value * 1.8 + 32.0"],
  ["set-metadata", { rows: [{ key: "site", value: "north" }, { key: "old" }] }, 'site = north, old = ""'],
  ["rename-metadata", { rows: [{ from: "loc", to: "site" }] }, "loc → site"],
  ["drop-metadata", { rows: [{ key: "rssi" }, { key: "snr" }] }, "rssi, snr"],
  ["drop-metadata", { everything: true }, "everything"],
  ["moving", {}, "average of 10 readings"],
  ["moving", { function: "max", over: "duration", durationSeconds: 86_400 }, "max over 1 d"],
  ["delta", {}, "difference"],
  ["delta", { per: "hour", counter: true }, "per hour, counter"],
  [
    "switch",
    {
      cases: [
        { name: "hot", when: "value > 30.0" },
        { name: "cold", when: "value < 0.0" },
      ],
    },
    "hot: value > 30.0, cold: value < 0.0",
  ],
  ["split", { n: 10 }, "1 in 10"],
  ["chain", { chain: uuid }, uuid],
  ["save", {}, ""],
  ["save", { sensor: "temperature-avg" }, "as temperature-avg"],
  ["raise-alarm", { name: "Too warm", severity: "critical" }, "Too warm, critical"],
  ["clear-alarm", { name: "Too warm" }, "Too warm"],
  ["webhook", { url: "https://hooks.acme.io:8443/weir?key=1" }, "hooks.acme.io:8443"],
  ["email", { to: "ann@acme.io,bob@acme.io" }, "ann@acme.io, bob@acme.io"],
  ["mqtt", { url: "mqtts://broker.acme.io", topic: "cold/7" }, "broker.acme.io, cold/7"],
  ["log", { level: "warn", message: "{{value}}" }, "warn: {{value}}"],
  ["stop", {}, ""],
];

for (const [type, config, text] of cases) {
  test(`the card of ${type} says "${text}" for ${JSON.stringify(config)}`, () => {
    expect(summary(type, config)).toBe(text);
  });
}

test("has a summary for every type of node", () => {
  const covered = new Set(cases.map(([type]) => type));
  expect([...nodeCatalogue.keys()].filter((type) => !covered.has(type))).toEqual([]);
});

test("gives no summary while a required setting is missing", () => {
  const unset = [...nodeCatalogue.keys()].filter((type) => summary(type) === null);
  expect(unset).toEqual([
    "compare",
    "range",
    "consecutive-threshold",
    "rate-of-change",
    "metadata-match",
    "expression",
    "convert-unit",
    "round-clamp",
    "set-metadata",
    "rename-metadata",
    "drop-metadata",
    "switch",
    "split",
    "chain",
    "raise-alarm",
    "clear-alarm",
    "webhook",
    "email",
    "mqtt",
  ]);
});

test("treats settings of the wrong kind as missing, whatever a draft holds", () => {
  for (const odd of [undefined, null, "x", 7, true, [], {}, [null], ["x"], [{}]]) {
    for (const [type, { fields }] of nodeCatalogue) {
      const config = Object.fromEntries(Object.keys(fields).map((name) => [name, odd]));
      const text = nodeSummary(type, config);
      if (text !== null) expect(text).not.toMatch(/undefined|null|\[object|NaN/);
    }
  }
  expect(nodeSummary("compare", { operator: ">", value: "abc" })).toBeNull();
  expect(nodeSummary("constructor", {})).toBe("");
});

test("names another chain if its name is known", () => {
  const chainName = (wanted: string) => (wanted === uuid ? "Cold room" : undefined);
  expect(nodeSummary("chain", { chain: uuid }, { chainName })).toBe("Cold room");
});
