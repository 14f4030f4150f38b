import { afterAll, expect, test } from "bun:test";
import { updateAccount } from "../../control/accounts/accounts.ts";
import { closeTestControls, makeAccount, openTestControl } from "../../manage/test-control.ts";
import { ControlMemory } from "./control-memory.ts";

afterAll(closeTestControls);

test("knows with which account another one counts, for the turns of the processor", async () => {
  const { control } = openTestControl();
  const [first, second, other] = [
    await makeAccount(control),
    await makeAccount(control, "Second"),
    await makeAccount(control, "Other"),
  ];
  await control.transact((tx) => updateAccount(tx, second.id, { tenant_id: first.id }));
  const memory = new ControlMemory(control);
  await memory.refresh(null);
  expect([first, second, other].map(({ id }) => memory.tenantOf(id))).toEqual([first.id, first.id, other.id]);
});
