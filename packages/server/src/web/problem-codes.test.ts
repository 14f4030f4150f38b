import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemCodes } from "@weir/protocol/manage/problem-codes";
import { resourceProblemsOfAll } from "@weir/protocol/resources/resources";
import { Glob } from "bun";

const sources = join(import.meta.dir, "..");

/** The types make sure that every code in an answer is in the table. This test checks the other direction. */
test("uses every code of the table somewhere in the server", () => {
  const files = [...new Glob("{manage,roles,web}/**/*.ts").scanSync(sources)];
  const text = files
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(sources, file), "utf8"))
    .join("\n");
  const written = Object.keys(problemCodes).filter((code) => !(code in resourceProblemsOfAll));
  expect(written.filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
