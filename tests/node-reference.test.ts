import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeReference } from "@weir/rule-engine/node-reference";

test("docs/guide/nodes.md says what the nodes say of themselves (else run bun scripts/write-node-reference.ts)", () => {
  const written = readFileSync(fileURLToPath(new URL("../docs/guide/nodes.md", import.meta.url)), "utf8");
  expect(written).toBe(nodeReference());
});
