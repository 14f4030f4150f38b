import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { succeed } from "@weir/protocol/result";
import { errorCode } from "../../../platform/error-code.ts";
import { type BackupOutcome, refuseBackup } from "./backup-outcome.ts";

/** The contents of a backup, so that a restore can check that it is complete. */
export interface BackupManifest {
  readonly format: number;
  readonly weir_version: string;
  readonly created_at: string;
  /**
   * Where the key of the device tokens is: in the backup, in the environment of the server, left out on purpose, or not
   * created yet.
   */
  readonly token_key: "file" | "environment" | "left out" | "none";
  readonly files: readonly BackupFile[];
}

export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const manifestFormat = 1;
export const manifestFile = "manifest.json";

export function writeManifest(folder: string, manifest: BackupManifest): void {
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/** `knownFiles` are the names that a backup may hold. A manifest must not be able to point outside its folder. */
export function readManifest(folder: string, knownFiles: readonly string[]): BackupOutcome<BackupManifest> {
  const path = join(folder, manifestFile);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return refuseBackup("backup_damaged", `${path} is not valid JSON.`);
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    return refuseBackup("not_a_backup", `${folder} is not a backup: it has no ${manifestFile}.`);
  }
  if (isRecord(parsed) && typeof parsed.format === "number" && parsed.format > manifestFormat) {
    const madeBy = typeof parsed.weir_version === "string" ? ` (Weir ${parsed.weir_version})` : "";
    return refuseBackup(
      "newer_backup",
      `This backup was made by a newer Weir${madeBy}. Restore it with that one.`,
    );
  }
  if (isManifest(parsed, knownFiles)) return succeed(parsed);
  return refuseBackup("backup_damaged", `${path} does not describe a backup of Weir.`);
}

function isManifest(value: unknown, knownFiles: readonly string[]): value is BackupManifest {
  return (
    isRecord(value) &&
    value.format === manifestFormat &&
    typeof value.weir_version === "string" &&
    typeof value.created_at === "string" &&
    ["file", "environment", "left out", "none"].includes(value.token_key as string) &&
    Array.isArray(value.files) &&
    value.files.every((file) => isBackupFile(file, knownFiles))
  );
}

function isBackupFile(value: unknown, knownFiles: readonly string[]): value is BackupFile {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    knownFiles.includes(value.name) &&
    typeof value.bytes === "number" &&
    typeof value.sha256 === "string"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
