import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { succeed } from "@weir/protocol/result";
import { keepPrivate } from "../../../platform/private-file.ts";
import { openDatabase } from "../../../platform/sqlite/open-database.ts";
import { syncPath } from "../../../platform/sync-path.ts";
import { type BackupManifest, manifestFile, manifestFormat, writeManifest } from "./backup-manifest.ts";
import { type BackupOutcome, type BackupProgress, refuseBackup } from "./backup-outcome.ts";
import { claimFolder } from "./claim-folder.ts";
import { type DataFolderLayout, databaseFiles, tokenKeyFiles } from "./data-folder-layout.ts";
import { measureFile } from "./measure-file.ts";

interface BackupRequest {
  readonly dataDir: string;
  /** The folder of the backup, as an absolute path. */
  readonly folder: string;
  readonly layout: DataFolderLayout;
  readonly tokenKeyFrom: "file" | "environment";
  /** Leaves token.key out, so that tokens and secrets cannot be read with the backup alone. */
  readonly withoutKey: boolean;
  readonly weirVersion: string;
  readonly createdAt: string;
  readonly onProgress: BackupProgress;
}

const ownerOnlyFile = 0o600;

/**
 * Copies the data folder while a server may be working in it. Promises: the copy holds every reading that was
 * acknowledged before the call, and a server started on it settles each of them exactly once. The folder appears under
 * its name only when all of it is on disk.
 *
 * The files are copied one after the other, each in its state at one moment. The store says how far it has settled the
 * log. The log is copied later and must not forget anything after that position meanwhile, so everything that the
 * store's copy lacks is in the log's copy.
 */
export async function backUp(request: BackupRequest): Promise<BackupOutcome<BackupManifest>> {
  const { dataDir, folder, layout } = request;
  if (!databaseFiles(layout).some(({ name }) => existsSync(join(dataDir, name)))) {
    return refuseBackup("no_data", `There is no data of Weir in ${dataDir}.`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    return refuseBackup("backup_exists", `${folder} is not empty. Choose a folder that does not exist yet.`);
  }
  const partial = `${folder}.partial`;
  const refused = claimFolder(partial);
  if (refused !== null) return refused;
  try {
    const manifest = await fill(partial, request);
    if (!manifest.ok) return manifest;
    renameSync(partial, folder);
    syncPath(dirname(folder));
    return manifest;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function fill(partial: string, request: BackupRequest): Promise<BackupOutcome<BackupManifest>> {
  const { layout, onProgress } = request;
  const names = copyDatabases(partial, request);
  if (!layout.logContinuesStore(partial)) {
    const message = `${layout.log.name} does not lead on from ${layout.store.name}, so the copy would lack readings.`;
    return refuseBackup("backup_inconsistent", message);
  }
  const keys = copyTokenKeys(partial, request);
  names.push(...keys);

  const files = [];
  for (const name of names) {
    onProgress({ file: name, doing: "checking" });
    syncPath(join(partial, name));
    files.push(await measureFile(join(partial, name)));
  }
  const manifest: BackupManifest = {
    format: manifestFormat,
    weir_version: request.weirVersion,
    created_at: request.createdAt,
    token_key: whereKeyIs(request, keys.length > 0),
    files,
  };
  writeManifest(partial, manifest);
  syncPath(join(partial, manifestFile));
  syncPath(partial);
  return succeed(manifest);
}

/** Returns the names of the files that exist. A folder in which no server ever ran has only control data. */
function copyDatabases(partial: string, { dataDir, layout, onProgress }: BackupRequest): string[] {
  using _pin = layout.pinStore(dataDir);
  const copied: string[] = [];
  for (const { name } of databaseFiles(layout)) {
    const source = join(dataDir, name);
    if (!existsSync(source)) continue;
    onProgress({ file: name, doing: "copying" });
    copyDatabase(source, join(partial, name));
    copied.push(name);
  }
  return copied;
}

/** VACUUM INTO copies one state of the file beside its writer, without the space of deleted rows. */
function copyDatabase(source: string, target: string): void {
  keepPrivate(target);
  const db = openDatabase(source, { synchronous: "full", readonly: true });
  try {
    db.run("VACUUM INTO ?", [target]);
  } finally {
    db.close();
  }
}

/** Returns the names of the files it copied. */
function copyTokenKeys(partial: string, request: BackupRequest): string[] {
  const { dataDir, tokenKeyFrom, withoutKey, onProgress } = request;
  if (tokenKeyFrom === "environment" || withoutKey) return [];
  const names = tokenKeyFiles.filter((name) => existsSync(join(dataDir, name)));
  for (const name of names) {
    onProgress({ file: name, doing: "copying" });
    copyFileSync(join(dataDir, name), join(partial, name));
    chmodSync(join(partial, name), ownerOnlyFile);
  }
  return names;
}

function whereKeyIs(
  { tokenKeyFrom, withoutKey }: BackupRequest,
  isCopied: boolean,
): BackupManifest["token_key"] {
  if (tokenKeyFrom === "environment") return "environment";
  if (isCopied) return "file";
  return withoutKey ? "left out" : "none";
}
