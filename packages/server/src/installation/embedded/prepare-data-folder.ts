import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/settings.ts";
import { isKeyRotationUnfinished, readKeys } from "../../control/sealing/key-file.ts";
import type { Log } from "../../platform/log.ts";
import { type Migration, migrate, openDatabase, schemaVersion } from "../../platform/sqlite/open-database.ts";
import { divideStore } from "../../store/engine/sqlite/divide-store.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import { storeFile } from "../../store/engine/sqlite/store-schema.ts";
import { embeddedLayout } from "./embedded-layout.ts";
import { refuseMigratedFolder } from "./migration/migrated-folder.ts";

/**
 * Creates or migrates the files that roles expect in the data folder, so that roles can be started alone, at the same
 * time and in any order. Files that are up to date are only looked at.
 */
export function prepareDataFolder(config: Config, log: Log): void {
  const { data } = config;
  refuseMigratedFolder(data);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const { log: queue, store, control } = embeddedLayout;
  prepareFile(data, queue, { synchronous: "full", shrinks: true });
  prepareFile(data, store, { synchronous: "normal", shrinks: true });
  prepareFile(data, control, { synchronous: "full" });
  prepareKey(config, hasDevices(join(data, control.name)), log);
}

/**
 * Divides the readings of the queue among this many processes, unless an earlier server that was killed has left some of
 * its partitions behind the others. Then the processes share the partitions that there are until the next start. No
 * processor may run.
 */
export function divideAmong(processes: number, folder: string, log: Log): void {
  const path = join(folder, storeFile);
  const found = readStoreProgress(folder).length;
  if (found === processes) return;
  const db = openDatabase(path, { synchronous: "full", shrinks: true });
  try {
    if (divideStore(db, processes)) return;
  } finally {
    db.close();
  }
  log.warn("process_count takes full effect with the next start, when all accepted readings are processed", {
    process_count: processes,
    partitions: found,
  });
}

function hasDevices(controlPath: string): boolean {
  const db = openDatabase(controlPath, { synchronous: "full", readonly: true });
  try {
    return db.query("SELECT 1 FROM devices LIMIT 1").get() !== null;
  } finally {
    db.close();
  }
}

interface FileToPrepare {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

function prepareFile(
  folder: string,
  { name, migrations }: FileToPrepare,
  options: Parameters<typeof openDatabase>[1],
): void {
  const path = join(folder, name);
  if (isCurrent(path, migrations.length)) return;
  const db = openDatabase(path, options);
  try {
    migrate(db, name, migrations);
  } finally {
    db.close();
  }
}

/** Opens the file for reading only, because closing a file as its last writer would write to it. */
function isCurrent(path: string, version: number): boolean {
  if (!existsSync(path)) return false;
  const db = openDatabase(path, { synchronous: "full", readonly: true });
  try {
    const found = schemaVersion(db);
    return found === version;
  } finally {
    db.close();
  }
}

/**
 * Creates the token key if there is none. A key that does not fit the data is logged, but does not prevent the server
 * from serving devices.
 */
function prepareKey({ data, tokenKey, tokenKeyPrevious }: Config, hasDevices: boolean, log: Log): void {
  const { isNew } = readKeys(data, tokenKey ?? undefined, tokenKeyPrevious ?? undefined);
  if (tokenKey === null && isKeyRotationUnfinished(data)) {
    log.warn("a rotation of the token key was interrupted; run `weir keys rotate` to finish it");
  }
  if (isNew && hasDevices) {
    log.warn(
      "token.key was missing and a new one was created; devices keep working, but their tokens, secrets and second factors " +
        "cannot be opened until the former token.key is put back",
    );
  }
}
