import { expect, test } from "bun:test";
import { changedFields, valueWords } from "./audit-difference.ts";

test("shows only the changed fields, nested ones by their path", () => {
  const before = { name: "Roof", enabled: true, chain: { uuid: "1", name: "Default" } };
  const after = { name: "Roof", enabled: false, chain: { uuid: "2", name: "Filter" } };
  expect(changedFields(before, after)).toEqual([
    { name: "enabled", before: true, after: false },
    { name: "chain uuid", before: "1", after: "2" },
    { name: "chain name", before: "Default", after: "Filter" },
  ]);
});

test("shows everything when there is only one side", () => {
  expect(changedFields(null, { name: "Roof", sensor_count: 2 })).toEqual([
    { name: "name", before: undefined, after: "Roof" },
    { name: "sensor count", before: undefined, after: 2 },
  ]);
  expect(changedFields({ name: "Roof" }, null)).toEqual([{ name: "name", before: "Roof", after: undefined }]);
  expect(changedFields(null, null)).toEqual([]);
});

test("shows values in words, and cuts long lists", () => {
  expect(valueWords(null)).toBe("–");
  expect(valueWords(true)).toBe("yes");
  expect(valueWords(["devices:read", "chains:read"])).toBe("devices:read, chains:read");
  expect(valueWords(Array.from({ length: 22 }, (_, place) => place))).toEndWith("19 and 2 more");
});
