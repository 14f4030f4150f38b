import { expect, test } from "bun:test";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { nodeIcons } from "./node-icons.ts";

test("gives every type of node its own icon", () => {
  expect([...nodeIcons.keys()].sort()).toEqual([...nodeCatalogue.keys()].sort());
  expect(new Set(nodeIcons.values()).size).toBe(nodeIcons.size);
});
