/** Deleting an account leaves nothing of it in any table, and takes nothing from another account. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { deletionOf } from "../../packages/server/src/control/accounts/account-deletions.ts";
import { askDeletion } from "../../packages/server/src/manage/accounts/deletion/account-deletion.ts";
import { SqliteActivityStore } from "../../packages/server/src/store/activity/store-sqlite.ts";
import {
  countRows,
  fileTables,
  type IdsOf,
  idsOfAccount,
  postgresTables,
  type TableReader,
} from "../harness/account-rows.ts";
import { postReadings } from "../harness/post-readings.ts";
import { beginSlowRequest } from "../harness/slow-request.ts";
import { startTestWeir, type TestWeir } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";
import { type FilledAccount, fillAccount } from "./fill-account.ts";
import { fileWriter, postgresWriter, type RowWriter, rowsByHand } from "./fill-by-hand.ts";

setDefaultTimeout(240_000);

const password = "correct horse battery staple";
/** Rows that stay for the operator. */
const keptTables = ["control.account_deletions", "control.account_use", "control.audit_log"];
/** Tables that have no row of an account before it is deleted, and why. */
const unfilled: Readonly<Record<string, string>> = {
  "control.account_deletions": "filled by the deletion",
  "control.removed_devices": "filled by the deletion",
  "control.removed_sensors": "nothing says whose a removed sensor was",
  "store.parked_frames":
    "filled by tests/crash/account-deletion.test.ts, since a running server knows its backlog",
};

let weir: TestWeir;
let reader: TableReader;
let owner: BrowserSession;
let plant: FilledAccount;
let office: FilledAccount;

beforeAll(async () => {
  weir = await startTestWeir({ owner_email: "ada@example.org" }, { WEIR_OWNER_PASSWORD: password });
  reader = "sql" in weir ? postgresTables(weir.sql as Bun.SQL) : fileTables(weir.dataDir!);
  owner = new BrowserSession(() => weir.manageUrl);
  await owner.call("POST", "/session", { email: "ada@example.org", password });
  plant = await fillAccount(weir, owner, { name: "Plant", password });
  office = await fillAccount(weir, owner, { name: "Office", password });
});
afterAll(async () => {
  reader.close();
  await weir[Symbol.asyncDispose]();
});

test("leaves nothing of a deleted account in any table, and everything of another", async () => {
  const plantIds = await idsOfAccount(reader, plant.id, [plant.memberId]);
  const officeIds = await idsOfAccount(reader, office.id, [office.memberId]);
  if (weir.dataDir !== null)
    await waitUntil("notifications were tried", async () => {
      const tried = await Promise.all([plantIds, officeIds].map((ids) => countRows(reader, ids)));
      return tried.every((rows) => rows.get("store.channel_hours") === 1);
    });
  await fillByHand(plantIds);
  const empty = [...(await countRows(reader, plantIds))].flatMap(([table, rows]) =>
    rows === 0 ? [table] : [],
  );
  expect(empty.toSorted()).toEqual(Object.keys(unfilled));
  const officeBefore = await countRows(reader, officeIds);
  // Many of these are still in the queue when the devices are deleted.
  const late = Array.from({ length: 2000 }, (_, nth) => ({ sensor_slug: "b", value: nth + 100 }));
  const accepted = await postReadings(weir.url, plant.device, { data: late, battery_voltage: 3 });
  expect(accepted.status).toBe(202);
  const body = JSON.stringify({ data: [{ sensor_slug: "b", value: 3 }], battery_voltage: 3 });
  using slow = await beginSlowRequest(weir.url, plant.device, body);
  unwrap(await askDeletion(weir.control, { accountId: plant.id, name: "Plant", days: 0 }));
  await waitUntil("the account is deleted", () => isEnded(plant.id), 180_000);
  const refused = await postReadings(weir.url, plant.device, { data: [{ sensor_slug: "b", value: 4 }] });
  expect(refused.status).toBe(404);
  await slow.finish();
  await weir.settle();
  const left = [...(await countRows(reader, plantIds))]
    .filter(([, rows]) => rows > 0)
    .map(([table]) => table);
  expect(left.sort()).toEqual(keptTables);
  expect([...(await countRows(reader, officeIds))]).toEqual([...officeBefore]);
  if (weir.dataDir !== null) {
    const active = devicesWithActivity(weir.dataDir);
    expect(active.filter((id) => plantIds.get("control.devices")!.has(id))).toEqual([]);
    expect(active).toContain(office.deviceId);
  }
  expect(await weir.counts()).toMatchObject({ gap: 0 });
});

/** Fills what the API cannot fill here. */
async function fillByHand(plantIds: IdsOf): Promise<void> {
  const [sensorId] = plantIds.get("control.sensors")!;
  const writer = "sql" in weir ? postgresWriter(weir.sql as Bun.SQL) : fileWriter(weir.dataDir!);
  const present = await reader.tables();
  for (const [table, row] of Object.entries(rowsByHand(plant, sensorId!)))
    if (present.has(table) && !(table in unfilled)) await writer.insert(table, row);
  if ("sql" in weir) await fillOfEarlierVersions(weir.sql as Bun.SQL, writer);
}

/** On PostgreSQL, earlier versions wrote requests as rows, and counts into rows that all partitions shared. */
async function fillOfEarlierVersions(sql: Bun.SQL, writer: RowWriter): Promise<void> {
  await writer.insert("store.requests", {
    partition: 0,
    account_id: plant.id,
    device_id: plant.deviceId,
    arrival_ms: 1,
    request_id: "a1b2c3d4e5f6-1",
    accepted: 1,
    is_troubled: "false",
    reasons: "{}",
    bytes: 2,
    line: "[]",
  });
  for (const table of ["node_counts", "account_statistics", "refused_requests"]) {
    const [{ columns }] = await sql`
      SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
      WHERE table_schema = 'weir_store' AND table_name = ${table}`;
    await sql.unsafe(
      `INSERT INTO weir_store.${table} (${columns}) SELECT ${columns} FROM weir_store.partition_${table}
       ON CONFLICT DO NOTHING`,
    );
  }
}

async function isEnded(accountId: number): Promise<boolean> {
  return ((await deletionOf(weir.control.db, accountId))?.ended_at ?? null) !== null;
}

function devicesWithActivity(dataDir: string): number[] {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  return [...new SqliteActivityStore(store).devices()];
}
