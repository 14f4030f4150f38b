import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../../control/control.ts";
import { groupsBehind } from "../../../control/devices/device-groups.ts";
import { closeTestControls, codeOf, makeAccount, openTestControl, unwrap } from "../../test-control.ts";
import { createDeviceGroup } from "./device-groups.ts";

afterAll(closeTestControls);

test("requires a group's name to be unique in its account only", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  unwrap(await createDeviceGroup(control, { accountId: plant.id, name: "Roof" }));
  unwrap(await createDeviceGroup(control, { accountId: office.id, name: "Roof" }));
  expect(codeOf(await createDeviceGroup(control, { accountId: plant.id, name: "Roof" }))).toBe(
    "group_name_taken",
  );
});

test("lists only an account's own groups, and creates none elsewhere", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  unwrap(await createDeviceGroup(control, { accountId: plant.id, name: "Roof" }));
  const within = withinAccount(control, office.id);
  expect(await groupsBehind(within.db, office.id, { after: null, limit: 10 })).toEqual([]);
  expect(codeOf(await createDeviceGroup(within, { accountId: plant.id, name: "Cellar" }))).toBe(
    "unknown_account",
  );
  expect(codeOf(await createDeviceGroup(control, { accountId: 99, name: "Cellar" }))).toBe("unknown_account");
});

test("refuses a group without a name", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  expect(codeOf(await createDeviceGroup(control, { accountId: id, name: " " }))).toBe("bad_name");
});
