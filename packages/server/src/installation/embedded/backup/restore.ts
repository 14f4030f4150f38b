import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { succeed } from "@weir/protocol/result";
import { openDatabase, schemaVersion } from "../../../platform/sqlite/open-database.ts";
import { syncPath } from "../../../platform/sync-path.ts";
import { type DataLock, lockDataFolder, lockedRoles, rolesInUse } from "../data-lock.ts";
import { type BackupFile, type BackupManifest, readManifest } from "./backup-manifest.ts";
import {
  type BackupOutcome,
  type BackupProgress,
  type BackupRefusal,
  refuseBackup,
} from "./backup-outcome.ts";
import { claimFolder } from "./claim-folder.ts";
import {
  type DatabaseFile,
  type DataFolderLayout,
  databaseFiles,
  tokenKeyFiles,
} from "./data-folder-layout.ts";
import { measureFile } from "./measure-file.ts";

interface RestoreRequest {
  readonly backup: string;
  /** The data folder to create, as an absolute path. */
  readonly target: string;
  /** Whether an existing data folder may be moved aside. */
  readonly force: boolean;
  readonly layout: DataFolderLayout;
  readonly now: Date;
  readonly onProgress: BackupProgress;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** The new path of the previous data folder. */
  readonly movedAside: string | null;
}

/**
 * Creates a data folder from a backup. Everything is copied and checked beside the target first, so a damaged backup
 * changes nothing. An existing folder is never deleted. Throws DataFolderInUseError if a server is running.
 */
export async function restore(request: RestoreRequest): Promise<BackupOutcome<Restored>> {
  const { backup, target, layout } = request;
  const known = [...databaseFiles(layout).map(({ name }) => name), ...tokenKeyFiles];
  const manifest = readManifest(backup, known);
  if (!manifest.ok) return manifest;
  const occupied = existsSync(target) && readdirSync(target).length > 0;
  if (occupied && !databaseFiles(layout).some(({ name }) => existsSync(join(target, name)))) {
    const message = `${target} holds files that are not Weir's. Choose another folder with --data.`;
    return refuseBackup("target_not_weir", message);
  }
  const lock = occupied ? lockWithoutRoles(target) : null;
  try {
    if (occupied && !request.force) {
      const message =
        `${target} holds data already. Choose another folder with --data, or pass --force: ` +
        "then the folder that is there is moved aside, not deleted.";
      return refuseBackup("target_holds_data", message);
    }
    return await restoreInto(request, manifest.value, occupied);
  } finally {
    lock?.release();
  }
}

async function restoreInto(
  request: RestoreRequest,
  manifest: BackupManifest,
  occupied: boolean,
): Promise<BackupOutcome<Restored>> {
  const { target } = request;
  const staging = `${target}.restoring`;
  const refused = claimFolder(staging);
  if (refused !== null) return refused;
  try {
    const problem = await fillStaging(staging, manifest, request);
    if (problem !== null) return problem;
    const movedAside = occupied ? `${target}.before-restore-${stamp(request.now)}` : null;
    putInPlace(staging, target, movedAside);
    return succeed({ manifest, movedAside });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function fillStaging(
  staging: string,
  manifest: BackupManifest,
  { backup, layout, onProgress }: RestoreRequest,
): Promise<BackupRefusal | null> {
  for (const file of manifest.files) {
    onProgress({ file: file.name, doing: "copying" });
    const problem = await copyVerified(backup, staging, file);
    if (problem !== null) return problem;
  }
  for (const database of databaseFiles(layout)) {
    if (!existsSync(join(staging, database.name))) continue;
    onProgress({ file: database.name, doing: "checking" });
    const problem = checkDatabase(join(staging, database.name), database);
    if (problem !== null) return problem;
  }
  if (!layout.logContinuesStore(staging)) {
    return refuseBackup("backup_damaged", "The files of this backup do not belong together.");
  }
  for (const { name } of manifest.files) syncPath(join(staging, name));
  syncPath(staging);
  return null;
}

/** Measures the copy, so that bytes that were damaged while copying are noticed as well. */
async function copyVerified(
  backup: string,
  staging: string,
  file: BackupFile,
): Promise<BackupRefusal | null> {
  const source = join(backup, file.name);
  const target = join(staging, file.name);
  if (!existsSync(source)) return refuseBackup("backup_damaged", `The backup lacks ${file.name}.`);
  copyFileSync(source, target);
  chmodSync(target, 0o600);
  const { bytes, sha256 } = await measureFile(target);
  if (bytes === file.bytes && sha256 === file.sha256) return null;
  return refuseBackup("backup_damaged", `${source} is not as it was when the backup was made.`);
}

function checkDatabase(path: string, { name, migrations }: DatabaseFile): BackupRefusal | null {
  const db = openDatabase(path, { synchronous: "full", readonly: true });
  try {
    const version = schemaVersion(db);
    if (version > migrations.length) {
      const message = `${name} has schema version ${version}, but this Weir knows versions up to ${migrations.length}.`;
      return refuseBackup("newer_backup", `${message} Restore it with the newer Weir that made it.`);
    }
    const [first] = db.query("PRAGMA integrity_check").all() as { integrity_check: string }[];
    if (first?.integrity_check === "ok") return null;
    return refuseBackup("backup_damaged", `${name} is damaged: ${first?.integrity_check}`);
  } finally {
    db.close();
  }
}

function putInPlace(staging: string, target: string, movedAside: string | null): void {
  if (movedAside !== null) renameSync(target, movedAside);
  try {
    renameSync(staging, target);
  } catch (error) {
    if (movedAside !== null) renameSync(movedAside, target);
    throw error;
  }
  syncPath(dirname(target));
}

/** For example `20260615T120000Z`: sortable, and without characters that shells or file systems treat specially. */
function stamp(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Neither a server nor a single role may work on the folder meanwhile. */
function lockWithoutRoles(folder: string): DataLock {
  const lock = lockDataFolder(folder);
  const roles = lockedRoles(folder);
  if (roles.length === 0) return lock;
  lock.release();
  throw rolesInUse(folder, roles);
}
