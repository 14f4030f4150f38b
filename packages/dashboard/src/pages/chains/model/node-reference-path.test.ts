import { expect, test } from "bun:test";
import { guideSection } from "@weir/protocol/docs-page/guide-section";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { nodeReference } from "@weir/rule-engine/node-reference";
import { nodeReferencePath } from "./node-reference-path.ts";

const { markup } = guideSection({ id: "nodes", text: nodeReference() }).body;

test("every type of node and every category leads to its place in the documentation", () => {
  for (const { category, type } of nodeCatalogue.values()) {
    for (const path of [nodeReferencePath(category, type), nodeReferencePath(category)]) {
      expect(markup).toContain(`id="${path.replace("/docs#", "")}"`);
    }
  }
});
