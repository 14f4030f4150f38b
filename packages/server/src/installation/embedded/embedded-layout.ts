import { controlFile } from "../../control/sqlite/control-file.ts";
import { controlMigrations } from "../../control/sqlite/migrations/control-migrations.ts";
import { logContinues } from "../../queue/sqlite-log/log-continues.ts";
import { logFile, logMigrations } from "../../queue/sqlite-log/log-schema.ts";
import { pinStore } from "../../store/engine/sqlite/pin-store.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import { storeFile, storeMigrations } from "../../store/engine/sqlite/store-schema.ts";
import { progressOfAll } from "../../store/partition-progress.ts";
import type { DataFolderLayout } from "./backup/data-folder-layout.ts";

/** The files of the embedded installation, as a backup sees them. */
export const embeddedLayout: DataFolderLayout = {
  store: { name: storeFile, migrations: storeMigrations },
  log: { name: logFile, migrations: logMigrations },
  control: { name: controlFile, migrations: controlMigrations },
  pinStore,
  logContinuesStore: (folder) =>
    logContinues(folder, progressOfAll(readStoreProgress(folder)).position.sequence),
};
