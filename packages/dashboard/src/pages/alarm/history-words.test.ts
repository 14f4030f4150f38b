import { expect, test } from "bun:test";
import { type HistoryEntry, historyText } from "./history-words.ts";

const entry = (fields: Partial<HistoryEntry>): HistoryEntry => ({
  kind: "raised",
  at: "2026-06-01T12:00:00Z",
  by: null,
  text: null,
  severity: null,
  reason: null,
  until: null,
  value: null,
  comment: null,
  is_own: false,
  ...fields,
});

test("says what happened to an alarm and who did it", () => {
  const said = (fields: Partial<HistoryEntry>) => historyText(entry(fields), "rule");
  expect(said({ value: 31.5 })).toBe("Raised by its alert rule, value 31.5");
  expect(said({ kind: "severity_rose", severity: "critical" })).toBe("Severity rose to critical");
  expect(said({ kind: "cleared" })).toBe("Cleared by its alert rule");
  expect(said({ kind: "cleared", reason: "rule_deleted" })).toBe(
    "Cleared because its alert rule was deleted",
  );
  expect(said({ kind: "cleared", by: "ada" })).toBe("ada cleared it");
  expect(said({ kind: "acknowledged", by: "ada" })).toBe("ada acknowledged it");
  expect(said({ kind: "assigned", by: "ada", text: "bob" })).toBe("ada assigned it to bob");
  expect(said({ kind: "assigned", by: "ada", text: "ada" })).toBe("ada assigned it to themselves");
  expect(said({ kind: "snoozed", by: "ada", until: "2026-06-02T06:00:00Z" })).toStartWith(
    "ada snoozed it until ",
  );
  expect(historyText(entry({}), "silence")).toBe("Raised because the device went silent");
});
