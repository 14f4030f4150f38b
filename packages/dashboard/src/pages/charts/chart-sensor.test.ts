import { expect, test } from "bun:test";
import { alertScopeOf } from "./chart-sensor.ts";

test("lets rules of a template reach only devices that follow it", () => {
  const device = { group: "Cellars", template: { uuid: "t", name: "Freezer", board: null } };
  expect(alertScopeOf({ ...device, follows_template: true })).toEqual({
    group: "Cellars",
    template: "Freezer",
  });
  expect(alertScopeOf({ ...device, follows_template: false }).template).toBeNull();
});
