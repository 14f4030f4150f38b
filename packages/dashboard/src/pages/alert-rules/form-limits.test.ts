import { expect, test } from "bun:test";
import { formOf } from "./alert-rule-form.ts";
import { draggedLimit, limitsOfForm } from "./form-limits.ts";

const lines = (change: object) =>
  limitsOfForm({ ...formOf(null), ...change }, "°C").map(({ side, value }) => `${side} ${value}`);

test("draws the limits that were typed, and none for empty fields", () => {
  expect(lines({ kind: "above", limit: "5" })).toEqual(["above 5"]);
  expect(lines({ kind: "outside", min: "2", max: "8" })).toEqual(["below 2", "above 8"]);
  expect(lines({ kind: "outside", min: "", max: "8" })).toEqual(["above 8"]);
  expect(lines({ kind: "below", limit: "" })).toEqual([]);
  expect(lines({ kind: "below", limit: "-" })).toEqual([]);
  expect(lines({ kind: "silent", minutes: "5" })).toEqual([]);
});

test("puts a limit that was dragged into the field that it comes from", () => {
  expect(draggedLimit({ kind: "above" }, "above", 5.5)).toEqual({ limit: "5.5" });
  expect(draggedLimit({ kind: "outside" }, "below", 2)).toEqual({ min: "2" });
  expect(draggedLimit({ kind: "outside" }, "above", 8)).toEqual({ max: "8" });
});
