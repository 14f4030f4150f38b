import { expect, test } from "bun:test";
import { join } from "node:path";
import { counted } from "../platform/counted.ts";

test("says one thing in the singular, and none or several in the plural", () => {
  const words = [0, 1, 2].map((count) => counted(count, "reading"));
  expect(words).toEqual(["0 readings", "1 reading", "2 readings"]);
  expect(counted(1, "entry", "entries")).toBe("1 entry");
  expect(counted(2, "entry", "entries")).toBe("2 entries");
});

test("everything that people read counts with it", async () => {
  // A number of which there may be one, followed by a plural.
  const plural =
    /\$\{(?![^}]*(counted|Max|printable|[mM]axLength|Limit\b|MaxMinutes|Days))[^}]*\} (?:\w+ )?(readings|devices|sensors|lines|alarms|entries|duplicates|changes|days|messages|accounts|people|keys|members|boards|codes|hours|minutes)\b|=== 1 \? "" : "s"/;
  const server = join(import.meta.dir, "..");
  const found: string[] = [];
  for await (const path of new Bun.Glob("{cli,deliver,manage,web}/**/*.ts").scan(server)) {
    if (/\.test\.ts$|\/test-[^/]*$/.test(path)) continue;
    const lines = (await Bun.file(join(server, path)).text()).split("\n");
    const spoken = lines.filter((line) => plural.test(line) && !line.includes(" === 1 ? "));
    found.push(...spoken.map((line) => `${path}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
});
