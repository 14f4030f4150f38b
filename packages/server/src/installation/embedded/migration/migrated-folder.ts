import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncPath } from "../../../platform/sync-path.ts";
import { MigrationError } from "../../migration/migration-error.ts";

/**
 * Marks a data folder that is being filled by a migration, or that was copied into a cluster. An ordinary folder has no
 * such file.
 */
export const markerFile = "migration.json";

type FolderMarker =
  | { readonly state: "copying in"; readonly source: string }
  | { readonly state: "moved"; readonly to: string; readonly at: string };

export function readFolderMarker(folder: string): FolderMarker | null {
  const path = join(folder, markerFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as FolderMarker) : null;
}

/** When this returns, the marker is complete and on disk. */
export function writeFolderMarker(folder: string, marker: FolderMarker): void {
  const path = join(folder, markerFile);
  writeFileSync(`${path}.new`, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 });
  syncPath(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncPath(folder);
}

export function removeFolderMarker(folder: string): void {
  rmSync(join(folder, markerFile), { force: true });
  syncPath(folder);
}

/** Called by everything that would work on the folder. */
export function refuseMigratedFolder(folder: string): void {
  const marker = readFolderMarker(folder);
  if (marker === null) return;
  if (marker.state === "moved")
    throw new MigrationError(
      "installation_moved",
      `This installation was copied into a cluster (${marker.to}) on ${marker.at}, and devices are served there. ` +
        `To use the folder all the same, without what happened in the cluster since, delete ${join(folder, markerFile)}.`,
    );
  throw new MigrationError(
    "migration_unfinished",
    `${folder} is being filled by a migration that has not finished. Run \`weir migrate --to embedded\` again to continue it.`,
  );
}
