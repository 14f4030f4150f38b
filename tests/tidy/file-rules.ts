import { expect, test } from "bun:test";
import { basename } from "node:path";
import { Glob } from "bun";
import { everything, product, read, root } from "./source-files.ts";

const bannedNames = ["utils", "util", "helpers", "helper", "common", "misc", "manager", "types", "index"];
const linesMax = 300;

/** Checks the names and sizes of files, and that no merge was left unfinished. */
export function testFileRules(): void {
  test("requires kebab-case file names that say what a file holds", () => {
    const offences = everything.filter((file) => {
      const name = basename(file).replace(/\.(ts|tsx)$/, "");
      return bannedNames.includes(name) || !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name);
    });
    expect(offences).toEqual([]);
  });

  test("requires file names that Windows accepts", () => {
    const files = Bun.spawnSync(["git", "ls-files"], { cwd: root }).stdout.toString().split("\n");
    expect(files.filter((file) => /[<>:"\\|?*]|[ .]$/.test(file))).toEqual([]);
  });

  test(`limits product files to ${linesMax} lines`, () => {
    expect(product.filter((file) => read(file).split("\n").length > linesMax)).toEqual([]);
  });

  test("finds no markers of a failed merge", () => {
    const texts = [
      ...everything,
      ...new Glob("*.md").scanSync(root),
      ...new Glob("docs/**/*.md").scanSync(root),
    ];
    const failed = texts.filter((file) => /^(<<<<<<<|>>>>>>>) /m.test(read(file)));
    expect(failed).toEqual([]);
  });
}
