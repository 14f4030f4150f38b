import type { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defaultChain } from "../../packages/rule-engine/src/default-chain.ts";
import { issueToken } from "../../packages/server/src/control/sealing/token.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { controlMigrations } from "../../packages/server/src/control/sqlite/migrations/control-migrations.ts";
import {
  type Migration,
  migrate,
  openDatabase,
} from "../../packages/server/src/platform/sqlite/open-database.ts";
import { FrameWriter } from "../../packages/server/src/queue/frame-writer.ts";
import { noTimestamp } from "../../packages/server/src/queue/packed-readings.ts";
import { logFile, logMigrations } from "../../packages/server/src/queue/sqlite-log/log-schema.ts";
import { storeFile, storeMigrations } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";

/** The schema version of each file of a data folder. */
export interface SchemaVersions {
  readonly control: number;
  readonly store: number;
  readonly log: number;
}

export const newest: SchemaVersions = {
  control: controlMigrations.length,
  store: storeMigrations.length,
  log: logMigrations.length,
};

interface OldDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensor: string;
  readonly sensorUuid: string;
  /** Accepted but not settled: it waits in the queue. */
  readonly queuedValue: number;
  /** Counted by the queue. */
  readonly duplicates: number;
  /** Already stored, at `storedAt`. */
  readonly storedValue: number;
  readonly storedAt: string;
}

const sensorUuid = "7d9e8f10-2a3b-4c5d-8e6f-708192a3b4c5";
const createdUs = 1_700_000_000_000_000;

/**
 * Writes a data folder as an older Weir left it: every row is written under the first schema before the later
 * migrations, as in an installation that was upgraded since.
 */
export function writeOldDataFolder(dataDir: string, versions: SchemaVersions): OldDevice {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const uuid = "3f1c9b52-7c6e-4b43-9e0a-5d1f6f3b0c11";
  const { token, hash, sealed } = issueToken(uuid, loadTokenKey(dataDir));
  writeFile(join(dataDir, "control.db"), controlMigrations.slice(0, versions.control), (db) => {
    db.run("INSERT INTO accounts (id, uuid, name, created_at) VALUES (1, ?, 'Default', ?)", [
      "0b8f2a5e-46a5-4a86-8f37-6a0d2f9b7c01",
      createdUs,
    ]);
    db.transaction(() => {
      db.run(
        "INSERT INTO chains (id, uuid, account_id, name, published_version, created_at) VALUES (1, ?, 1, 'Default', 1, ?)",
        ["5c0d7e1a-92b3-4f7c-8a55-1f2e3d4c5b6a", createdUs],
      );
      db.run("INSERT INTO chain_versions (chain_id, version, definition, published_at) VALUES (1, 1, ?, ?)", [
        JSON.stringify(defaultChain),
        createdUs,
      ]);
      db.run("UPDATE accounts SET default_chain_id = 1");
    })();
    db.run(
      `INSERT INTO devices (id, uuid, account_id, name, description, enabled, contract, handling, token_hash, token_sealed,
       token_created_at, created_at) VALUES (1, ?, 1, 'Boiler', '', 1, 'queued', 'strict', ?, ?, ?, ?)`,
      [uuid, hash, sealed, createdUs, createdUs],
    );
    db.run(
      "INSERT INTO sensors (id, uuid, device_id, name, slug, created_at) VALUES (1, ?, 1, 'T', 'temp', ?)",
      [sensorUuid, createdUs],
    );
  });
  writeFile(join(dataDir, storeFile), storeMigrations.slice(0, versions.store), (db) => {
    db.run("INSERT INTO readings (sensor_id, at_us, value, received_us) VALUES (1, ?, 19.5, ?)", [
      createdUs,
      createdUs,
    ]);
  });
  writeFile(join(dataDir, logFile), logMigrations.slice(0, versions.log), (db) => {
    const data = firstFrame(20.5);
    db.run("INSERT INTO entries VALUES (?, 1, 1, ?, ?)", [data.length, createdUs / 1000, data]);
    db.run("INSERT INTO counters VALUES ('duplicates', 3)");
  });
  return {
    uuid,
    token,
    sensor: "temp",
    sensorUuid,
    queuedValue: 20.5,
    duplicates: 3,
    storedValue: 19.5,
    storedAt: "2023-11-14T22:13:20Z",
  };
}

/** A reading in the first schema: a record with all of its fields, as readings without a timestamp still have. */
function firstFrame(value: number): Uint8Array {
  const frame = new FrameWriter();
  const atUs = createdUs + 1_000_000;
  frame.begin({ deviceId: 1, arrivalUs: atUs, batteryVolts: null, request: { boot: 1, number: 1 } });
  frame.add(1, value, atUs, noTimestamp, 0, "");
  return frame.finish();
}

function writeFile(path: string, steps: readonly Migration[], fillFirst: (db: Database) => void): void {
  const db = openDatabase(path, { synchronous: "full" });
  try {
    migrate(db, path, steps.slice(0, 1));
    fillFirst(db);
    migrate(db, path, steps);
  } finally {
    db.close();
  }
}
