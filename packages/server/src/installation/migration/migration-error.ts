/** Why a migration cannot go on, in words for the person who started it. */
export class MigrationError extends Error {
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const migrationErrorCodes = [
  /** A role was started on an installation that is being copied, or was moved elsewhere. */
  "migration_unfinished",
  "installation_moved",
  /** The command was given something that it cannot work with. */
  "migration_no_source",
  "migration_no_engine",
  "migration_source_busy",
  "migration_source_changed",
  "migration_target_in_use",
  "migration_too_large",
  "migration_wrong_key",
  /** The copy is not the same as what was copied. */
  "migration_differs",
] as const;

export type MigrationErrorCode = (typeof migrationErrorCodes)[number];
