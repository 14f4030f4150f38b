import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { SqliteActivityStore } from "../../activity/store-sqlite.ts";
import type { SilenceAlarmRecord } from "../../alarms/record.ts";
import { SqliteAlarms } from "../../alarms/writer-sqlite.ts";
import { chainQueries } from "../../chain-queries.ts";
import { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import { sqliteOwnerQueries } from "./sqlite-owner-queries.ts";
import { SqliteStoreReader } from "./sqlite-store-reader.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const silence: SilenceAlarmRecord = {
  accountId: 1,
  deviceId: 2,
  name: "Device silent",
  severity: "warning",
  message: "No request.",
  raisedUs: 5000,
  lastUs: 1000,
};

test("keeps alarms of an older file, and adds silence alarms beside them", async () => {
  using folder = tempFolder();
  const db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  migrate(db, storeFile, storeMigrations.slice(0, 13));
  db.run(`INSERT INTO alarms (account_id, device_id, sensor_id, name, severity, message, chain_id, node_id,
    raised_us, raised_value, last_us, last_value, readings) VALUES (1, 2, 3, 'hot', 'critical', 'Hot', 4, 'n', 5, 6, 7, 8, 9)`);
  db.close();
  const store = new SqliteReadingStore(folder.path);
  new SqliteAlarms(store.database).change({ kind: "fell silent", id: 2, alarm: silence });
  const queries = chainQueries(new SqliteStoreReader(folder.path));
  expect(await queries.alarms({ accountId: 1, limit: 9 })).toMatchObject([
    { id: 2, sensorId: null, chainId: null, nodeId: null, raisedValue: null, lastUs: 1000, readings: 0 },
    { id: 1, sensorId: 3, chainId: 4, nodeId: "n", raisedUs: 5, raisedValue: 6, lastUs: 7, lastValue: 8 },
  ]);
  expect(await queries.devicesWithSilenceAlarm()).toEqual([2]);
  await queries.close();
  expect(await sqliteOwnerQueries(store).activeAlarms()).toEqual([
    { id: 1, sensorId: 3, name: "hot", ruleId: null, severity: "critical", worstValue: null },
  ]);
});

test("deletes them with their device", async () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const alarms = new SqliteAlarms(store.database);
  alarms.change({ kind: "fell silent", id: 1, alarm: silence });
  alarms.change({ kind: "fell silent", id: 2, alarm: { ...silence, deviceId: 3 } });
  new SqliteActivityStore(store.database).forgetDevice(2);
  expect([...(await sqliteOwnerQueries(store).silenceAlarms([2, 3])).keys()]).toEqual([3]);
});
