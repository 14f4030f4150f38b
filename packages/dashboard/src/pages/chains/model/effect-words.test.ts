import { expect, test } from "bun:test";
import { effectContent, effectSummary, effectText } from "./effect-words.ts";
import type { Effect } from "./shown-run.ts";

const raised = (name: string, severity: "info" | "warning" | "critical"): Effect => ({
  kind: "alarm_raised",
  node: "raise",
  name,
  severity,
  message: "Freezer 7 is warm",
});
const cleared = (name: string): Effect => ({ kind: "alarm_cleared", name });
const message = (sent: object): Effect => ({ kind: "message", node: "send", message: sent }) as Effect;
const lines = (...effects: Effect[]) =>
  effectSummary(effects).map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));

test("names alarms with their severity, including cleared ones", () => {
  expect(lines(raised("Too warm", "critical"), cleared("Too warm"), raised("Too warm", "critical"))).toEqual([
    "2 × Raise alarm “Too warm” (critical)",
    "Clear alarm “Too warm” (critical)",
  ]);
});

test("names each destination of messages once, with their number", () => {
  const webhook = message({ kind: "webhook", url: "https://hooks.acme.io:8443/a?b", headers: {}, body: "" });
  expect(
    lines(
      webhook,
      message({ kind: "mail", to: ["ann@acme.io", "bo@acme.io"], subject: "1", text: "" }),
      message({ kind: "mail", to: ["ann@acme.io", "bo@acme.io"], subject: "2", text: "" }),
      message({ kind: "mqtt", url: "mqtt://broker.acme.io:1883", topic: "cold/7", payload: "1" }),
      webhook,
    ),
  ).toEqual([
    "2 × Call webhook at hooks.acme.io:8443",
    "2 × Send email to ann@acme.io, bo@acme.io",
    "Publish to topic cold/7 at broker.acme.io:1883",
  ]);
});

test("leaves out saved and logged readings", () => {
  const saved: Effect = { kind: "save", sensor: null, value: 1, metadata: {} };
  expect(lines(saved, { kind: "log", node: "log", level: "info", text: "x" })).toEqual([]);
});

test("shows an effect on one line, and its content separately", () => {
  const webhook = { kind: "webhook", url: "https://a.example/x", headers: { A: "1" }, body: "{}" };
  const called = message(webhook);
  expect(effectText(called)).toBe("Call https://a.example/x");
  expect(effectContent(called)).toBe("A: 1\n\n{}");
  expect(effectContent(message({ ...webhook, headers: {} }))).toBe("{}");
  const saved: Effect = { kind: "save", value: 2, sensor: "other", metadata: {} } as Effect;
  expect([effectText(saved), effectContent(saved)]).toEqual(["Save 2 to other", ""]);
});
