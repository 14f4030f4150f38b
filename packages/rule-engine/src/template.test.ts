import { describe, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import type { ChainReading } from "./chain-reading.ts";
import { filledBytesMax, lineTemplateProblem, readTemplate, templateProblem } from "./template.ts";
import { type ReadingSample, sampleReading, sampleStart } from "./testing/run-node.ts";

function fill(text: string, sample: Partial<ReadingSample> = {}): string {
  return fillWith(text, sampleReading({ value: 21.5, ...sample }, sampleStart));
}

function fillWith(text: string, reading: ChainReading): string {
  return unwrap(readTemplate(text))(reading);
}

test.each([
  ["", ""],
  ["plain", "plain"],
  ["{{value}}", "21.5"],
  ["{{ value }}", "21.5"],
  ["{{at}}", "2026-01-05T12:00:00.000000Z"],
  ["{{received_at}}", "2026-01-05T12:00:02.500000Z"],
  ["{{battery_voltage}}", "3.7"],
  ["{{sensor.uuid}}", "00000000-0000-4000-8000-000000000007"],
  ["{{sensor.slug}}", "temperature"],
  ["{{sensor.name}}", "Temperature"],
  ["{{sensor.type}}", "temperature"],
  ["{{sensor.unit}}", "°C"],
  ["{{device.uuid}}", "00000000-0000-4000-9000-000000000003"],
  ["{{device.name}}", "Boiler room"],
  ["{{device.group}}", "Cellar"],
  ["{{device.attributes.floor}}, {{device.attributes.site}}, {{device.attributes.owner}}", "2, a b, "],
  ["{{account.uuid}}", "00000000-0000-4000-a000-000000000001"],
  ["{{account.name}}", "Example"],
  ["{{metadata.room}}", "attic"],
  ["{{metadata.a.b}}", "dotted"],
  ["{{sensor.name}} is {{value}} {{sensor.unit}}!", "Temperature is 21.5 °C!"],
  ["{{value}}{{value}}", "21.521.5"],
  ['{"a":{"b":{{value}}}}', '{"a":{"b":21.5}}'],
  ["} }} { {x", "} }} { {x"],
])("fills %j as %j", (text, filled) => {
  const metadata = { room: "attic", "a.b": "dotted" };
  expect(fill(text, { lateBy: 2.5, batteryVolts: 3.7, metadata })).toBe(filled);
});

test.each([
  [undefined, ""],
  [{}, ""],
  [{ room: null }, ""],
  [{ room: "" }, ""],
  [{ room: 5 }, "5"],
  [{ room: false }, "false"],
  [{ room: [1, "a"] }, '[1,"a"]'],
  [{ room: { a: 1 } }, '{"a":1}'],
])("fills metadata %j as %j", (metadata, filled) => {
  expect(fill("{{metadata.room}}", metadata === undefined ? {} : { metadata })).toBe(filled);
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "finds nothing under metadata.%s that the device did not send",
  (key) => {
    expect(fill(`{{metadata.${key}}}`, { metadata: { room: "attic" } })).toBe("");
    const reading = sampleReading({ value: 1 }, sampleStart);
    reading.metadata = `{${JSON.stringify(key)}:"sent"}`;
    expect(fillWith(`{{metadata.${key}}}`, reading)).toBe("sent");
  },
);

test("writes numbers without the noise of arithmetic", () => {
  const sample = { value: 0.1 + 0.2, batteryVolts: 3 * 1.1, metadata: { sum: 0.7 + 0.1 } };
  expect(fill("{{value}} {{battery_voltage}} {{metadata.sum}}", sample)).toBe("0.3 3.3 0.8");
});

test("leaves the gap empty without a battery voltage", () => {
  expect(fill("<{{battery_voltage}}>")).toBe("<>");
});

test.each([
  ["a\r\nBcc: x@example.com", "a  Bcc: x@example.com"],
  ["\0\u0007\u001b[31m\u007f\u009f", "   [31m  "],
  ["tab\there", "tab here"],
  ["half \ud83d pair", "half \ufffd pair"],
  ["whole 😀 pair", "whole 😀 pair"],
])("fills in metadata text %j as %j", (room, filled) => {
  expect(fill("{{metadata.room}}", { metadata: { room } })).toBe(filled);
});

describe("what is refused", () => {
  test.each(["{{value", "{{", "a {{value}} b {{", "{{value}"])("%j has no end", (text) => {
    expect(templateProblem(text)).toBe('has a "{{" without "}}"');
  });

  test.each([
    "{{}}",
    "{{temperature}}",
    "{{metadata}}",
    "{{metadata.}}",
    "{{sensor}}",
    "{{constructor}}",
    "{{Value}}",
  ])("%j is unknown, and the known names are listed", (text) => {
    const problem = templateProblem(text);
    expect(problem).toStartWith(`has the unknown placeholder ${text}; use one of value, at, received_at`);
    expect(problem).toEndWith("account.uuid, account.name, metadata.KEY, device.attributes.NAME");
  });

  test("half a surrogate pair", () => {
    expect(templateProblem("\ud83d")).toBe("must be valid Unicode text");
  });

  test.each(["a\nb", "a\rb", "a\0b", "\u001b[31m", "\u0085"])("%j where one line is wanted", (text) => {
    expect(lineTemplateProblem(text)).toBe("must not contain line breaks or other control characters");
    expect(templateProblem(text)).toBeNull();
  });
});

describe("the length is bounded", () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;

  test("a text that just fits stays whole", () => {
    const text = "x".repeat(filledBytesMax - 4);
    expect(fill(`${text}{{value}}`)).toBe(`${text}21.5`);
  });

  test("one byte more is cut and ends in …", () => {
    const filled = fill(`${"x".repeat(filledBytesMax - 3)}{{value}}`);
    expect(bytesOf(filled)).toBe(filledBytesMax);
    expect(filled).toEndWith("x…");
  });

  test.each(["ä", "€", "😀"])("bytes count, and no %s is cut in two", (character) => {
    const filled = fill("{{metadata.long}}".repeat(100), { metadata: { long: character.repeat(1000) } });
    expect(bytesOf(filled)).toBeLessThanOrEqual(filledBytesMax);
    expect(bytesOf(filled)).toBeGreaterThan(filledBytesMax - 4);
    expect(filled.isWellFormed()).toBe(true);
    expect(filled).toMatch(new RegExp(`^(${character})+…$`, "u"));
  });

  test("a text without gaps is bounded too", () => {
    expect(bytesOf(fill("€".repeat(3000)))).toBe(8192 - ((8192 - 3) % 3));
  });
});

test("can shape what fills a gap, and keeps the rest of the text", () => {
  const fill = unwrap(readTemplate("a/{{metadata.room}}/b", (text) => text.replaceAll("/", "_")));
  expect(fill(sampleReading({ value: 1, metadata: { room: "x/y" } }, sampleStart))).toBe("a/x_y/b");
});
