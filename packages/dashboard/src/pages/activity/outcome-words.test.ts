import { expect, test } from "bun:test";
import {
  outcomeText,
  type Request,
  requestReasonTitle,
  shortExplanation,
  type Unsaved,
  verdictOf,
} from "./outcome-words.ts";

const good = {
  status: 202,
  error: null,
  accepted: 3,
  duplicates: 0,
  rejected: {},
  explanation: null,
  first_problem: null,
  first_finding: null,
  unsaved: null,
} as unknown as Request;

const ended: Unsaved["first"] = {
  fate: "ended",
  value: 18.5,
  output: "false",
  sensor: { uuid: "s", slug: "temperature", name: "Temperature" },
  chain: { uuid: "c", name: "Freezer", version: 2 },
  node: { id: "n", type: "compare", name: "", title: "Compare" },
};

test("describes the counts of a request in a sentence", () => {
  expect(outcomeText(good)).toBe("3 accepted");
  expect(outcomeText({ ...good, duplicates: 1, rejected: { dropped_unknown_sensor: 2 } })).toBe(
    "3 accepted · 1 duplicate · 2 readings for an unknown sensor",
  );
  const rejected = { dropped_missing_value: 1, dropped_invalid_shape: 2, dropped_future_timestamp: 3 };
  expect(outcomeText({ ...good, accepted: 0, rejected })).toBe(
    "1 reading without a value · 5 rejected for other reasons",
  );
  expect(outcomeText({ ...good, status: 401, error: "invalid_token", accepted: 0 })).toBe(
    "Refused: invalid token",
  );
});

test("marks a request with lost readings amber, with value, node and output", () => {
  const one = { ...good, unsaved: { not_saved: 1, failed: 0, first: ended } };
  expect(verdictOf(good).tone).toBe("ok");
  expect(verdictOf(one)).toEqual({ tone: "warn", word: "Accepted, partly saved" });
  expect(outcomeText(one)).toBe("3 accepted · 1 not saved");
  expect(shortExplanation(one)).toBe("temperature 18.5 ended at “Compare”, output “false”");
  const finding = {
    reason: "dropped_missing_value",
    explanation: "This reading has no value. Leave it out.",
  };
  const both = {
    ...one,
    rejected: { dropped_missing_value: 1 },
    first_finding: finding,
  } as unknown as Request;
  expect(shortExplanation(both)).toBe(
    "temperature 18.5 ended at “Compare”, output “false” · This reading has no value.",
  );
  const all = { ...good, unsaved: { not_saved: 1, failed: 2, first: ended } };
  expect(verdictOf(all)).toEqual({ tone: "warn", word: "Accepted, not saved" });
  expect(outcomeText(all)).toBe("3 accepted · 1 not saved · 2 failed");
});

test("shows a failed reading without an output, and one that is no longer kept without its value", () => {
  const failed = { ...ended, fate: "dead", output: null } as const;
  const tell = (first: Unsaved["first"]) =>
    shortExplanation({ ...good, unsaved: { not_saved: 0, failed: 1, first } });
  expect(tell(failed)).toBe("temperature 18.5 failed at “Compare”");
  expect(tell({ ...failed, sensor: null, value: null })).toBe("A reading failed at “Compare”");
  expect(tell({ ...failed, node: null })).toBe("temperature 18.5 failed at “Freezer”");
});

test("uses the same titles for reasons wherever requests are filtered by them", () => {
  expect(requestReasonTitle("not_saved")).toBe("Accepted, not saved");
  expect(requestReasonTitle("validation_failed")).toBe("Refused: invalid body");
  expect(requestReasonTitle("dropped_future_timestamp")).toBe("Time in the future");
});
