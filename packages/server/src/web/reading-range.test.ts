import { expect, test } from "bun:test";
import { readRange } from "./reading-range.ts";

test("refuses a range that ends before it begins, and takes one that is empty or open", () => {
  const [early, late] = ["2026-06-01T00:00:00Z", "2026-06-02"];
  expect(readRange({ from: late, to: early })).toMatchObject({
    ok: false,
    error: { status: 422, errors: [{ field: "query.to", message: "must not be before from" }] },
  });
  for (const range of [
    { from: early, to: late },
    { from: early, to: early },
    { from: late },
    { to: early },
    {},
  ])
    expect(readRange(range).ok).toBe(true);
});
