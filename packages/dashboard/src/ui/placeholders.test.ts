import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const sources = join(import.meta.dir, "..");
const placeholder = /placeholder=(?:"([^"]*)"|'([^']*)'|\{`([^`]*)`\})/g;
/** Allowed placeholders: an example that says so, what a search looks for, or what an empty field means. */
const isNoValue = /^(e\.g\. |Search |Shown as |as sent$|All devices$|Automatic$)/;

test("uses no placeholder that looks like an entered value", () => {
  const found: string[] = [];
  for (const file of new Bun.Glob("**/*.tsx").scanSync(sources)) {
    const text = readFileSync(join(sources, file), "utf8");
    for (const [, double, single, template] of text.matchAll(placeholder)) {
      found.push(`${double ?? single ?? template}`);
    }
  }
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((text) => !isNoValue.test(text))).toEqual([]);
});
