import { afterAll, expect, test } from "bun:test";
import { devicesAtOnce } from "@weir/protocol/manage/many-devices-limits";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { updateDeviceRow } from "../../control/devices/device-changes.ts";
import { workInTurn, workWithoutGivingWay } from "../../platform/give-way.ts";
import { createDevice } from "../devices/devices.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../test-control.ts";
import { changeManyDevices } from "./change-many-devices.ts";
import { refuse, succeed } from "./manage-error.ts";

afterAll(closeTestControls);

async function open(count: number) {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const uuids: string[] = [];
  for (let nth = 0; nth < count; nth++)
    uuids.push(unwrap(await createDevice(control, newDevice(accountId))).uuid);
  return { control, accountId, uuids };
}

/** Disables devices, and refuses to begin once this many are disabled. */
async function disable(
  { control, accountId, uuids }: { control: Control; accountId: number; uuids: readonly string[] },
  disabledMax: number,
) {
  return changeManyDevices<string>(control, { accountId, uuids, outcome: "updated" }, async (tx) =>
    (await countDisabled(tx)) >= disabledMax
      ? refuse("unknown_group", "There is no such group.")
      : succeed({
          async change({ id, uuid }) {
            await updateDeviceRow(tx, id, { enabled: 0 });
            return succeed(uuid);
          },
          audit: (subjects) =>
            subjects.map((subject) => ({
              accountId,
              action: "device.update",
              subjectKind: "device",
              subject,
            })),
        }),
  );
}

async function countDisabled(db: Pick<ControlTransaction, "selectFrom">): Promise<number> {
  const rows = await db.selectFrom("devices").select("id").where("enabled", "=", 0).execute();
  return rows.length;
}

test("refuses all devices if it cannot begin, and only the rest if it cannot go on", async () => {
  const opened = await open(devicesAtOnce + 2);
  expect(await disable(opened, 0)).toMatchObject({ ok: false, error: { code: "unknown_group" } });
  const outcomes = unwrap(await disable(opened, devicesAtOnce));
  expect(outcomes.map(({ uuid }) => uuid)).toEqual(opened.uuids);
  expect(outcomes.filter(({ outcome }) => outcome === "updated")).toHaveLength(devicesAtOnce);
  expect(outcomes.slice(devicesAtOnce)).toMatchObject([
    { outcome: "refused", problem: { code: "unknown_group", detail: "There is no such group." } },
    { outcome: "refused" },
  ]);
  expect(await countDisabled(opened.control.db)).toBe(devicesAtOnce);
});

test("gives way between its transactions", async () => {
  const opened = await open(devicesAtOnce + 1);
  let rests = 0;
  const rest = async () => {
    // What is seen here is committed.
    const seen = await workWithoutGivingWay(() => countDisabled(opened.control.db));
    if (seen === devicesAtOnce) rests++;
  };
  await workInTurn(rest, () => disable(opened, Number.POSITIVE_INFINITY));
  expect(rests).toBeGreaterThan(0);
});
