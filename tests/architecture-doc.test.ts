import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlChange } from "../packages/server/src/control/control.ts";

const root = join(import.meta.dir, "..");
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

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
  const listed = /`announce` \| changes of ([^;]+);/.exec(text)?.[1];
  expect(listed).toBe(
    Object.keys(changes)
      .map((kind) => `\`${kind}\``)
      .join(", "),
  );
});

test("names only files and folders in ARCHITECTURE.md that exist", () => {
  const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path!);
  const folders = ["", "packages", "packages/server/src", "packages/dashboard/src/pages/boards"];
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))).toEqual([]);
});
