import { type Failure, fail, type Result } from "@weir/protocol/result";

/**
 * Why a backup or a restore was refused, in words for the person who asked. Faults, such as a full disk, are thrown.
 */
interface BackupProblem {
  readonly code:
    | "no_data"
    | "backup_exists"
    | "backup_unfinished"
    | "backup_inconsistent"
    | "not_a_backup"
    | "backup_damaged"
    | "newer_backup"
    | "target_holds_data"
    | "target_not_weir";
  readonly message: string;
}

export type BackupOutcome<T> = Result<T, BackupProblem>;
export type BackupRefusal = Failure<BackupProblem>;

export function refuseBackup(code: BackupProblem["code"], message: string): BackupRefusal {
  return fail({ code, message });
}

/** Called during the work, because large files take long. */
export type BackupProgress = (step: { readonly file: string; readonly doing: string }) => void;
