import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlChange } from "../packages/server/src/control/control.ts";

/** A kind that is missing or too much here does not compile. */
const changes: Record<ControlChange["kind"], true> = {
  account: true,
  people: true,
  recipients: true,
  chain: true,
  "alert rules": true,
  notifications: true,
  device: true,
  template: true,
  key: true,
};

test("lists exactly the announced changes in ARCHITECTURE.md", () => {
  const text = readFileSync(join(import.meta.dir, "../ARCHITECTURE.md"), "utf8");
  const listed = /`announce` \| changes of ([^;]+);/.exec(text)?.[1];
  expect(listed).toBe(
    Object.keys(changes)
      .map((kind) => `\`${kind}\``)
      .join(", "),
  );
});
