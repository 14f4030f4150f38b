import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../../platform/error-code.ts";
import { type BackupRefusal, refuseBackup } from "./backup-outcome.ts";

/** Creates a working folder. Only one process can create it; the second one is refused. */
export function claimFolder(path: string): BackupRefusal | null {
  mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path, { mode: 0o700 });
    return null;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const message = `${path} exists: another run is at work in it, or one was broken off. Remove it if none is running.`;
    return refuseBackup("backup_unfinished", message);
  }
}
