import { expect, test } from "bun:test";
import { findNamed } from "./find-named.ts";

const items = [
  { uuid: "1", name: "Ops" },
  { uuid: "2", name: "Night" },
  { uuid: "3", name: "Night" },
];
const codeOf = (wanted: string) => {
  try {
    return findNamed(items, wanted, "notification_rule").uuid;
  } catch (error) {
    return error instanceof Error && "code" in error ? [error.code, error.message] : error;
  }
};

test("finds what has a name or UUID, and refuses a name that several have or none", () => {
  expect([codeOf("Ops"), codeOf("3")]).toEqual(["1", "3"]);
  expect(codeOf("Night")).toEqual([
    "ambiguous_notification_rule",
    'Several notification rules are called "Night"; use the UUID.',
  ]);
  expect(codeOf("ops")).toEqual(["unknown_notification_rule", 'The account has no notification rule "ops".']);
});
