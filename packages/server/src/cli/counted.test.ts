import { expect, test } from "bun:test";
import { join } from "node:path";
import { counted } from "./counted.ts";

test("says one thing in the singular, and none or several in the plural", () => {
  const words = [0, 1, 2].map((count) => counted(count, "reading"));
  expect(words).toEqual(["0 readings", "1 reading", "2 readings"]);
  expect(counted(1, "entry", "entries")).toBe("1 entry");
  expect(counted(2, "entry", "entries")).toBe("2 entries");
});

test("every command counts with it", async () => {
  // A number of which there may be one, followed by a plural.
  const plural =
    /\$\{(?![^}]*(counted|Max|printable|maxLength))[^}]*\} (?:\w+ )?(readings|devices|sensors|lines|alarms|entries|duplicates|changes|days)\b|=== 1 \? "" : "s"/;
  const found: string[] = [];
  for await (const path of new Bun.Glob("**/*.ts").scan(import.meta.dir)) {
    if (path.endsWith(".test.ts") || path === "counted.ts") continue;
    const lines = (await Bun.file(join(import.meta.dir, path)).text()).split("\n");
    found.push(...lines.filter((line) => plural.test(line)).map((line) => `${path}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
});
