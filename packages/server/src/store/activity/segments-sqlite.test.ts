import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { migrate, openDatabase } from "../../platform/sqlite/open-database.ts";
import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { storeFile, storeMigrations } from "../engine/sqlite/store-schema.ts";
import { activityQueries } from "./queries.ts";
import { sampleRecord } from "./test-activity-scene.ts";

const lastWithSegments = 27;

/** Parts as version 27 wrote them: the segment, the first device, the directory as hexadecimal digits, the lines. */
const parts: readonly (readonly [number, number, string, string])[] = [
  [
    1,
    7,
    "02000000030000000010804804e779420030804804e779420020804804e7794247000000480000004800000000203e6c" +
      "00402c8900f0dc45070000000800000001000000020000000200000001000000",
    '["a1b2c3d4e5f6-1",1.250,"192.0.2.1",[1,5],42,202,null,1,0,null,null,60]' +
      '["a1b2c3d4e5f6-3",1.250,"192.0.2.1",[1,5],42,202,null,1,0,null,null,180]' +
      '["a1b2c3d4e5f6-2",1.250,"192.0.2.1",[1,5],42,202,null,1,0,null,null,120]',
  ],
  [
    2,
    7,
    "02000000020000000040804804e779420050804804e77942aa0000004800000003d0cceb00e0def40700000009000000" +
      "01000000010000000100000001000000",
    '["a1b2c3d4e5f6-4",1.25,"2001:db8::1",[1,5],42,422,"no_readings_accepted",0,0,{"dropped_unknown_sensor":1},' +
      'null,240,[],{"data.0.value":["must be a number, not “ü”"]}]' +
      '["a1b2c3d4e5f6-5",1.250,"192.0.2.1",[1,5],42,202,null,1,0,null,null,300]',
  ],
  // Damaged.
  [3, 7, "0102", "["],
  [4, 7, "0100000001000000", "["],
];

const refused = sampleRecord(4, {
  source: "2001:db8::1",
  status: 422,
  error: "no_readings_accepted",
  accepted: 0,
  rejected: { dropped_unknown_sensor: 1 },
  problems: { "data.0.value": ["must be a number, not “ü”"] },
});

test("an upgrade moves requests out of the segments of earlier versions, without those that cannot be read", async () => {
  using folder = tempFolder();
  const db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  migrate(db, storeFile, storeMigrations.slice(0, lastWithSegments));
  const insert = db.query(
    "INSERT INTO activity_parts (segment_id, first_device, directory, lines) VALUES (?, ?, ?, ?)",
  );
  for (const [segment, device, directory, lines] of parts)
    insert.run(segment, device, Buffer.from(directory, "hex"), Buffer.from(lines));
  migrate(db, storeFile, storeMigrations);

  const queries = activityQueries(new SqliteStoreReader(folder.path));
  const all = { accountId: 1, limit: 100 };
  expect(await queries.requests(all)).toEqual([
    sampleRecord(5, { deviceId: 9 }),
    refused,
    sampleRecord(3),
    sampleRecord(1),
  ]);
  expect(await queries.requests({ ...all, accountId: 2 })).toEqual([
    sampleRecord(2, { deviceId: 8, accountId: 2 }),
  ]);
  expect(await queries.requests({ ...all, reason: "dropped_unknown_sensor" })).toEqual([refused]);
  expect(await queries.request(1, refused.requestId)).toEqual(refused);
  const sizes = "SELECT (SELECT sum(bytes) FROM requests) AS requests, bytes AS kept FROM activity_kept";
  const { requests, kept } = db.query<{ requests: number; kept: number }, []>(sizes).get()!;
  expect([kept, kept > 0]).toEqual([requests, true]);
  expect(
    db.query("SELECT name FROM sqlite_schema WHERE name LIKE 'activity_%' AND type = 'table'").values(),
  ).toEqual([["activity_kept"]]);
  await queries.close();
  db.close();
});
