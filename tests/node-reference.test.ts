import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeReference } from "@weir/rule-engine/node-reference";

test("keeps docs/guide/nodes.md in sync with the nodes (run bun scripts/write-node-reference.ts)", () => {
  const written = readFileSync(fileURLToPath(new URL("../docs/guide/nodes.md", import.meta.url)), "utf8");
  expect(written).toBe(nodeReference());
});
