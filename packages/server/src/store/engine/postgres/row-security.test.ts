import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { sampleRecord } from "../../activity/test-activity-scene.ts";
import { writeRequestRows } from "../../activity/test-request-rows.ts";
import type { AlarmChange } from "../../settlement.ts";
import { accountSlots, refusedSlots } from "../../statistics/slot-table.ts";
import { activityPart, TestOwner } from "../../test-owner.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordStore } from "./test-record-store.ts";

const nothing = { saved: 0, alreadyStored: 0, ended: 0, dead: 0, duplicates: 0, rejected: {} };
const node = { chainId: 5, nodeId: "n1" };

describeUnless(await whyNoEngines(), "row-level security", () => {
  const databases = testDatabases();
  let folder: ReturnType<typeof tempFolder>;
  let store: Awaited<ReturnType<typeof openRecordStore>>;

  beforeEach(async () => {
    folder = tempFolder();
    store = await openRecordStore(await databases.urlOf(folder.path));
  });

  afterEach(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });

  /** Writes rows of every table for two accounts. */
  async function fill(): Promise<void> {
    const owner = await TestOwner.of(store);
    const accounts = [1, 2];
    await owner.commit({
      alarms: accounts.map((accountId): AlarmChange => {
        const of = { ...node, accountId, deviceId: accountId, sensorId: accountId, name: "hot" };
        const alarm = { ...of, severity: "critical", message: "Hot.", raisedUs: 1, value: 2 } as const;
        return { kind: "raised", id: accountId, alarm };
      }),
      deadLetters: accounts.map((accountId) => ({
        ...node,
        id: accountId,
        accountId,
        deviceId: 1,
        sensorId: 1,
        reason: "no",
        diedMs: 1,
        chainVersion: 1,
        nodeInput: null,
        atUs: 1,
        value: 1,
        receivedUs: 1,
        deviceUs: null,
        metadata: null,
        batteryVolts: null,
        raw: null,
      })),
      messages: accounts.map((accountId) => ({
        ...node,
        accountId,
        sensorId: 1,
        key: `k${accountId}`,
        destination: "mail",
        nowMs: 1,
        message: { kind: "mail", to: ["ada@example.org"], subject: "s", text: "t" },
      })),
      unsavedEnds: accounts.map((accountId) => ({
        ...node,
        accountId,
        deviceId: accountId,
        fate: "ended",
        chainVersion: 1,
        output: "out",
        sensorId: 1,
        value: 1,
        firstMs: 1,
        lastMs: 1,
      })),
      statistics: {
        counts: accounts.map((accountId) => ({
          ...nothing,
          accountId,
          deviceId: 1,
          sensorId: 1,
          accepted: 1,
        })),
        nowMs: 1,
      },
    });
    const parts = accounts.map((accountId) =>
      activityPart({
        records: [sampleRecord(accountId, { accountId, deviceId: accountId })],
        quarantined: [
          {
            accountId,
            deviceId: accountId,
            requestId: "a1b2c3d4e5f6-1",
            position: 0,
            arrivalMs: 1,
            reason: "dropped_unknown_sensor",
            correctionUs: 0,
            urlSensor: null,
            entry: "{}",
          },
        ],
        refusedRequests: [{ accountId, refused: { invalid_token: 1 } }],
      }),
    );
    await store.activityKeeper.keep({ parts, forgottenDeviceIds: [], nowMs: 1 }, owner.epoch);
    await writeRequestRows(
      store.database,
      parts.flatMap(({ records }) => records),
    );
    for (const { name, keys, figures } of [accountSlots, refusedSlots]) {
      const columns = ["unit_s", "slot_s", ...keys, ...figures].join(", ");
      await store.database.query(
        `INSERT INTO weir_store.${name} (${columns}) SELECT ${columns} FROM weir_store.partition_${name}`,
      );
    }
    for (const accountId of accounts) {
      await store.counts.take(accountId, 1, 1, 1);
      await store.channelHours.take({ accountId, channel: "c", hour: 1 }, 1);
    }
  }

  test("hides rows of other accounts from a statement without a filter, in every table with accounts", async () => {
    await fill();
    const { rows: tables } = await store.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'weir_store' AND column_name = 'account_id' AND table_name NOT IN ('kept_rows', 'parked_frames')
       ORDER BY table_name`,
    );
    expect(tables).toHaveLength(13);
    const accountsIn = async (table: string, accountId: number | null): Promise<number[]> => {
      const rows = await store.database.rowsFor<{ accountId: number }>(
        accountId,
        `SELECT DISTINCT account_id AS "accountId" FROM weir_store.${table} ORDER BY 1`,
        [],
      );
      return rows.map((row) => row.accountId);
    };
    for (const { name } of tables) {
      expect([name, await accountsIn(name, null)]).toEqual([name, [1, 2]]);
      expect([name, await accountsIn(name, 2)]).toEqual([name, [2]]);
      expect([name, await accountsIn(name, undefined as unknown as number)]).toEqual([name, []]);
    }
  });

  test("leaves nothing on the connection for the next account", async () => {
    await fill();
    for (let time = 0; time < 10; time++) {
      expect((await store.chainQueries.alarms({ accountId: 1, limit: 9 })).map(({ id }) => id)).toEqual([1]);
      expect((await store.chainQueries.alarms({ accountId: null, limit: 9 })).map(({ id }) => id)).toEqual([
        2, 1,
      ]);
    }
  });
});
