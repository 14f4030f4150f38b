/** Why a migration cannot continue, in words for the person who started it. */
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
  /** The command cannot work with the source, the target or the engines that it was given. */
  "migration_no_source",
  "migration_no_engine",
  "migration_source_busy",
  "migration_source_changed",
  "migration_target_in_use",
  "migration_too_large",
  "migration_wrong_key",
  /** The copy differs from its source. */
  "migration_differs",
] as const;

type MigrationErrorCode = (typeof migrationErrorCodes)[number];
