import { afterAll, expect, test } from "bun:test";
import { listAudit } from "../../control/audit/audit-log.ts";
import type { Control } from "../../control/control.ts";
import { closeTestControls, openTestControl, refuseAuditEntries } from "../test-control.ts";
import { askAudited } from "./ask-audited.ts";

afterAll(closeTestControls);

const action = {
  accountId: 1,
  action: "alarm.clear",
  subjectKind: "alarm",
  subject: "7",
  after: { asked: 1 },
};
const entries = async (control: Control) => (await listAudit(control, 1, { limit: 10 })).entries;

test("writes an unconfirmed entry before asking the processor, and completes it with the answer", async () => {
  const { control } = openTestControl();
  const ask = async () => {
    expect(await entries(control)).toMatchObject([{ action: "alarm.clear", isConfirmed: false }]);
    return 3;
  };
  expect(await askAudited(control, action, ask, (cleared) => ({ after: { cleared } }))).toBe(3);
  expect(await entries(control)).toMatchObject([{ subject: "7", after: { cleared: 3 }, isConfirmed: true }]);
});

test("withdraws the entry if nothing was changed", async () => {
  const { control } = openTestControl();
  await askAudited(
    control,
    action,
    async () => 0,
    () => null,
  );
  expect(await entries(control)).toEqual([]);
});

test("leaves the entry unconfirmed without an answer", async () => {
  const { control } = openTestControl();
  const failing = askAudited(
    control,
    action,
    () => Promise.reject(new Error("The processor is restarting.")),
    () => ({}),
  );
  await expect(failing).rejects.toThrow("restarting");
  expect(await entries(control)).toMatchObject([{ after: { asked: 1 }, isConfirmed: false }]);
});

test("does not ask the processor if the entry cannot be written", async () => {
  const { control } = openTestControl();
  await refuseAuditEntries(control);
  let isAsked = false;
  const ask = async () => {
    isAsked = true;
  };
  await expect(askAudited(control, action, ask, () => ({}))).rejects.toThrow("no_entry");
  expect(isAsked).toBeFalse();
});
