import type { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isKeyRotationUnfinished, keyFile } from "../../../control/sealing/key-file.ts";
import { keyIdOf } from "../../../control/sealing/token.ts";
import { givenTokenKey } from "../../../control/sealing/token-key.ts";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import { distanceBeforeStart } from "../../../queue/moved-position.ts";
import type { QueueReader } from "../../../queue/queue-reader.ts";
import { readLogTotals } from "../../../queue/sqlite-log/read-log-totals.ts";
import { SqliteLogReader } from "../../../queue/sqlite-log/sqlite-log-reader.ts";
import { readPartitions } from "../../../store/engine/sqlite/read-store-progress.ts";
import { progressOfAll } from "../../../store/partition-progress.ts";
import { MigrationError } from "../../migration/migration-error.ts";
import { embeddedLayout } from "../embedded-layout.ts";
import { EmbeddedData } from "./embedded-data.ts";

/** A data folder that is copied. Its files are open for reading only. */
export class EmbeddedSource implements Disposable {
  readonly data: EmbeddedData;
  /** Stays the same until something in the folder changes. */
  readonly fingerprint: string;
  readonly #folder: string;
  readonly #control: Database;
  readonly #store: Database;

  constructor(folder: string, pageMax?: number) {
    const { control, store } = embeddedLayout;
    const [controlDb, storeDb] = [control, store].map(({ name, migrations }) =>
      openForReading(join(folder, name), migrations),
    );
    if (!controlDb || !storeDb)
      throw new MigrationError(
        "migration_no_source",
        `${folder} contains no Weir data. Name the data folder of your installation with --data.`,
      );
    this.#folder = folder;
    this.#control = controlDb;
    this.#store = storeDb;
    const { position } = progressOfAll(readPartitions(storeDb));
    this.data = new EmbeddedData({
      folder,
      control: controlDb,
      store: storeDb,
      movedBy: distanceBeforeStart([position]),
      ...(pageMax === undefined ? {} : { pageMax }),
    });
    this.fingerprint = fingerprintOf(controlDb, storeDb);
  }

  /** The account of a device; undefined if the device is gone. */
  accountOf(deviceId: number): number | undefined {
    return this.#control
      .query<{ account: number }, [number]>("SELECT account_id AS account FROM devices WHERE id = ?")
      .get(deviceId)?.account;
  }

  /** The queue still holds the recently accepted readings. */
  openQueue(): QueueReader {
    return new SqliteLogReader(this.#folder);
  }

  [Symbol.dispose](): void {
    this.#control.close();
    this.#store.close();
  }
}

/**
 * The epoch changes with every start of a processor, the position with every accepted reading, and a last id with every
 * other change.
 */
function fingerprintOf(control: Database, store: Database): string {
  const facts = [
    control.query("SELECT uuid FROM accounts ORDER BY id LIMIT 1").values(),
    control.query("SELECT name, seq FROM sqlite_sequence ORDER BY name").values(),
    store.query("SELECT name, seq FROM sqlite_sequence ORDER BY name").values(),
    store.query("SELECT * FROM partitions").values(),
  ];
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(facts), "hex");
}

/** Accepted readings that are not settled yet. */
export function countWaiting(folder: string): number {
  const { store } = embeddedLayout;
  const db = openForReading(join(folder, store.name), store.migrations);
  if (db === null) return 0;
  try {
    const { position, saved, alreadyStored, ended, dead } = progressOfAll(readPartitions(db));
    const { acceptedReadings } = readLogTotals(folder, position);
    return Math.max(0, acceptedReadings - saved - alreadyStored - ended - dead);
  } finally {
    db.close();
  }
}

/** Tokens and secrets are copied in sealed form, so the cluster must have the key that sealed them. */
export function checkKey(folder: string, given: Uint8Array): void {
  const path = join(folder, keyFile);
  if (isKeyRotationUnfinished(folder))
    throw new MigrationError(
      "migration_wrong_key",
      "A rotation of the token key was interrupted. Finish it first: weir keys rotate",
    );
  const isSame = existsSync(path)
    ? Buffer.from(given).equals(readFileSync(path))
    : hasSealedWith(folder, givenTokenKey(given).current.id);
  if (isSame) return;
  throw new MigrationError(
    "migration_wrong_key",
    existsSync(path)
      ? `WEIR_TOKEN_KEY is not the key of this installation, so the cluster could not open its tokens and secrets. Set it to the key in ` +
          `token.key: export WEIR_TOKEN_KEY="$(base64 -w0 ${path})"`
      : "WEIR_TOKEN_KEY is not the key that this installation was run with, so the cluster could not open its tokens and secrets. " +
          "Set it to the same key.",
  );
}

/** Whether a value in the folder names the key; true if nothing is sealed. */
function hasSealedWith(folder: string, keyId: Buffer): boolean {
  const { control } = embeddedLayout;
  const db = openForReading(join(folder, control.name), control.migrations);
  if (db === null) return true;
  try {
    const found = db
      .query<{ sealed: Uint8Array }, []>(
        "SELECT token_sealed AS sealed FROM devices UNION ALL SELECT sealed FROM secrets LIMIT 1",
      )
      .get();
    return found === null || keyIdOf(found.sealed)?.equals(keyId) === true;
  } finally {
    db.close();
  }
}
