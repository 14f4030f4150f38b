import { Database } from "bun:sqlite";
import { join } from "node:path";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { housekeepingContract } from "../../housekeeping.contract.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import { SqliteReadingQueries } from "../../readings/sqlite/sqlite-reading-queries.ts";
import { storeFile } from "./store-schema.ts";
import { openDividedStore, shares } from "./test-divided-store.ts";

const tables = [
  "readings",
  "staged_readings",
  "staged_parts",
  "blocks",
  "battery_levels",
  "sensor_statistics",
  "account_statistics",
];

for (const { processes, title } of shares)
  housekeepingContract(`SqliteHousekeeping${title}`, {
    stagesRows: true,
    async open(dataDir) {
      const { store, statistics, ownership, housekeepingOf } = openDividedStore(dataDir, processes);
      const queries = new SqliteReadingQueries(dataDir);
      const inBatch = async (work: () => void): Promise<void> => store.database.transaction(work)();
      const save = (sensorIds: readonly number[], atUs: number): Promise<void> =>
        inBatch(() => {
          const saves = new SavedReadings();
          for (const sensorId of sensorIds) saves.add(sensorId, atUs, 1, 0, -1, 0, "");
          store.saveAll(saves);
        });
      return {
        ownership,
        housekeeping: housekeepingOf(onlyPartition),
        async saveRows(sensorId, readings) {
          for (let atUs = 0; atUs < readings; atUs++) await save([sensorId], atUs);
        },
        stageRows: (sensorIds) => save(sensorIds, 0),
        saveLevels: (deviceId, levels) =>
          inBatch(() => {
            for (let us = 0; us < levels; us++) store.battery(deviceId, us, 3.7);
          }),
        countReading: (nowMs) =>
          inBatch(() =>
            statistics.add(
              [
                {
                  accountId: 1,
                  deviceId: 2,
                  sensorId: 3,
                  accepted: 1,
                  duplicates: 0,
                  rejected: {},
                  saved: 1,
                  alreadyStored: 0,
                  ended: 0,
                  dead: 0,
                },
              ],
              nowMs,
            ),
          ),
        async times(sensorId) {
          return (await gatherPages(queries.readings({ sensorId }))).map(({ atUs }) => atUs);
        },
        async close() {
          await queries.close();
          store.close();
        },
      };
    },
    async contents(dataDir) {
      using db = new Database(join(dataDir, storeFile));
      return tables.map((table) => db.query(`SELECT * FROM ${table}`).values());
    },
  });
