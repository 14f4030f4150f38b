import { expect, test } from "bun:test";
import { type BulkPatch, inverseOf, isChangedBy } from "./bulk-patch.ts";

const device = { enabled: true, group: "Hall", tags: ["cold", "old"], attributes: { site: "Berlin" } };

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

test.each<[BulkPatch, boolean]>([
  [{ enabled: true }, false],
  [{ enabled: false }, true],
  [{ group: "Hall" }, false],
  [{ group: null }, true],
  [{ add_tags: ["cold"], remove_tags: ["odd"], attributes: { site: "Berlin", floor: null } }, false],
  [{ add_tags: ["new"], remove_tags: [], attributes: {} }, true],
  [{ add_tags: [], remove_tags: ["old"], attributes: {} }, true],
  [{ add_tags: [], remove_tags: [], attributes: { floor: 3 } }, true],
])("knows whether %j changes a device", (patch, isChanged) => {
  expect(isChangedBy(device, patch)).toBe(isChanged);
});
