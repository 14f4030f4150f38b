import { expect, test } from "bun:test";
import { isTested, judgeVersions } from "./tested-versions.ts";

test.each(["2.9.10", "2.9.25", "2.15.1", "2.15.9"])("counts NATS %s as tested", (version) => {
  expect(isTested(version)).toBeTrue();
});

test.each(["2.9.9", "2.10.27", "2.15.0", "2.15.1-RC.1", "2.16.0", "3.0.0", "", "main"])(
  "does not count NATS %s as tested",
  (version) => {
    expect(isTested(version)).toBeFalse();
  },
);

test("names each server that is not tested, what is known of its version, and the setting that allows it", () => {
  const tested = { name: "n1", version: "2.9.10" };
  expect(judgeVersions([tested])).toBeNull();
  const text = judgeVersions([tested, { name: "n2", version: "2.10.27" }]);
  expect(text).toContain("n2 has version 2.10.27");
  expect(text).toContain("lost acknowledged readings");
  expect(text).toContain("nats_allow_untested");
  expect(text).not.toContain("n1");
});
