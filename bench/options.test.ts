import { expect, test } from "bun:test";
import { parseOptions } from "./options.ts";
import type { Scenario } from "./scenarios/scenario.ts";

const first: Scenario = { name: "first", about: "the first", run: () => Promise.reject() };
const second: Scenario = { name: "second", about: "the second", run: () => Promise.reject() };
const scenarios = [first, second];

test("runs everything when nothing is chosen", () => {
  const parsed = parseOptions([], scenarios);
  expect(parsed.ok && parsed.options.scenarios).toEqual(scenarios);
});

test("runs what is chosen, with the sizes that are given", () => {
  const parsed = parseOptions(["--only", "second", "--seconds", "4", "--rounds", "1"], scenarios);
  expect(parsed.ok && parsed.options).toMatchObject({ scenarios: [second], seconds: 4, rounds: 1 });
});

test.each([["--only=third"], ["--seconds=0"], ["--rounds=many"], ["--fast"], ["first"]])(
  "explains itself when it is given %s",
  (argument) => {
    const parsed = parseOptions([argument], scenarios);
    expect(parsed.ok ? "" : parsed.message).toContain("Usage:");
  },
);
