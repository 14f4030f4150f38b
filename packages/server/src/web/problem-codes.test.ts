import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemCodes } from "@weir/protocol/manage/problem-codes";
import { Glob } from "bun";

const sources = join(import.meta.dir, "..");

/** That no code is answered which the table does not have is seen to by the types; this is the other direction. */
test("uses every code of the table somewhere in the server", () => {
  const files = [...new Glob("{manage,roles,web}/**/*.ts").scanSync(sources)];
  const text = files
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(sources, file), "utf8"))
    .join("\n");
  expect(Object.keys(problemCodes).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
