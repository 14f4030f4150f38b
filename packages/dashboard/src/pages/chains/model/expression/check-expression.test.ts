import { expect, test } from "bun:test";
import { checkExpression } from "./check-expression.ts";

const reading = { value: 21.5, metadata: { site: "north" } };

test("evaluates an expression with the reading and shows the result", () => {
  expect(checkExpression("value > 20.0", "bool", reading)).toEqual({
    ok: true,
    gives: "true or false",
    sample: { ok: true, value: true },
  });
  expect(checkExpression("value * 2.0", "number", reading)).toMatchObject({
    gives: "a number",
    sample: { value: 43 },
  });
  expect(checkExpression("metadata.site", "any", reading)).toMatchObject({
    gives: "any metadata value",
    sample: { value: "north" },
  });
});

test("reports problems with their place", () => {
  const checked = checkExpression("value > nothing", "bool", reading);
  expect(checked).toMatchObject({ ok: false, at: 8 });
});

test("refuses an expression of another kind than requested", () => {
  expect(checkExpression("value * 2.0", "bool", reading).ok).toBe(false);
});

test("explains why an expression fails for one reading", () => {
  const checked = checkExpression("metadata.room == 1", "bool", reading);
  expect(checked).toMatchObject({ ok: true, sample: { ok: false } });
});
