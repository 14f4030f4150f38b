import { expect, test } from "bun:test";
import { checkExpression } from "./check-expression.ts";

const reading = { value: 21.5, metadata: { site: "north" } };

test("an expression is tried with the reading, and what it gives is told", () => {
  expect(checkExpression("value > 20.0", "bool", reading)).toEqual({
    ...{ ok: true, gives: "true or false", sample: { ok: true, value: true } },
  });
  expect(checkExpression("value * 2.0", "number", reading)).toMatchObject({
    ...{ gives: "a number", sample: { value: 43 } },
  });
  expect(checkExpression("metadata.site", "any", reading)).toMatchObject({
    ...{ gives: "whatever the metadata has", sample: { value: "north" } },
  });
});

test("what is wrong is told with its place", () => {
  const checked = checkExpression("value > nothing", "bool", reading);
  expect(checked).toMatchObject({ ok: false, at: 8 });
});

test("an expression of another kind than asked for is refused", () => {
  expect(checkExpression("value * 2.0", "bool", reading).ok).toBe(false);
});

test("what fails for this reading alone says why", () => {
  const checked = checkExpression("metadata.room == 1", "bool", reading);
  expect(checked).toMatchObject({ ok: true, sample: { ok: false } });
});
