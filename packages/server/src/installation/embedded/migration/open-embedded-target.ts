import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyFile } from "../../../control/sealing/key-file.ts";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { syncPath } from "../../../platform/sync-path.ts";
import { MigrationError } from "../../migration/migration-error.ts";
import { embeddedLayout } from "../embedded-layout.ts";
import { EmbeddedTarget } from "./embedded-target.ts";
import { markerFile, readFolderMarker, writeFolderMarker } from "./migrated-folder.ts";

/** The folder must be empty, or half filled from the same source. */
export function checkTargetFolder(folder: string, fingerprint: string, restart: boolean): void {
  if (!existsSync(folder)) return;
  const marker = readFolderMarker(folder);
  if (marker?.state === "copying in") {
    if (restart || marker.source === fingerprint) return;
    throw new MigrationError(
      "migration_source_changed",
      `A migration into ${folder} was begun from another cluster, or the cluster has changed since. To remove what was copied and begin again, add --restart.`,
    );
  }
  if (readdirSync(folder).some((name) => !name.endsWith(".lock")))
    throw new MigrationError(
      "migration_target_in_use",
      `${folder} is not empty. Name a folder that does not exist yet with --data.`,
    );
}

/** Marks the folder, then creates the files of an installation. */
export function openEmbeddedTarget(folder: string, fingerprint: string, key: Uint8Array): EmbeddedTarget {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFolderMarker(folder, { state: "copying in", source: fingerprint });
  writeFileSync(join(folder, keyFile), key, { mode: 0o600 });
  syncPath(join(folder, keyFile));
  const [control, store] = [embeddedLayout.control, embeddedLayout.store].map(({ name, migrations }, nth) => {
    const db = openDatabase(join(folder, name), { synchronous: "full", shrinks: nth === 1 });
    migrate(db, name, migrations);
    return db;
  });
  return new EmbeddedTarget({ folder, control: control!, store: store!, movedBy: 0 });
}

/** Removes everything but the marker and the locks. */
export function emptyTargetFolder(folder: string): void {
  if (!existsSync(folder) || readFolderMarker(folder)?.state !== "copying in") return;
  for (const name of readdirSync(folder))
    if (name !== markerFile && !name.endsWith(".lock")) rmSync(join(folder, name), { recursive: true });
}
