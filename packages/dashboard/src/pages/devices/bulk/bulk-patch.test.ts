import { expect, test } from "bun:test";
import { type BulkPatch, inverseOf } from "./bulk-patch.ts";

const device = {
  enabled: true,
  group: "Hall",
  chain: { uuid: "c1" },
  tags: ["cold", "old"],
  attributes: { site: "Berlin" },
};

test("undoes a change of tags and attributes without touching the others", () => {
  const patch = {
    add_tags: ["cold", "new"],
    remove_tags: ["old", "odd"],
    attributes: { site: null, floor: 3 },
  };
  expect(inverseOf(device, patch)).toEqual({
    add_tags: ["old"],
    remove_tags: ["new"],
    attributes: { site: "Berlin", floor: null },
  });
});

test.each<[BulkPatch, BulkPatch]>([
  [{ enabled: false }, { enabled: true }],
  [{ group: null }, { group: "Hall" }],
  [{ chain: "c2" }, { chain: "c1" }],
])("undoes %j", (patch, inverse) => {
  expect(inverseOf(device, patch)).toEqual(inverse);
});
