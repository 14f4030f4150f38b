import type { Result } from "@weir/protocol/result";
import { migrationErrorCodes } from "../installation/migration/migration-error.ts";
import { errorCode } from "../platform/error-code.ts";

/**
 * How a command ends if it cannot do its work. Commands throw `CommandFailure` for what a person can fix.
 * `describeFailure` turns it, and faults from other layers, into messages.
 */
export class CommandFailure extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, exitCode = failedExit) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

const failedExit = 1;
export const usageExit = 2;

/** The result, or the end of the command with the reason of the refusal. */
export function valueOrFail<T>(result: Result<T, { readonly code: string; readonly message: string }>): T {
  if (result.ok) return result.value;
  throw new CommandFailure(result.error.code, result.error.message);
}

interface DescribedFailure {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

/** Errors of Weir whose messages are already written for people. */
const plainCodes: readonly string[] = [
  ...migrationErrorCodes,
  "change_not_in_force",
  "control_data_unavailable",
  "data_folder_in_use",
  "engine_unavailable",
  "messages_too_small",
  "newer_database",
  "older_database",
  "queue_not_synced",
  "role_cannot_run",
  "server_not_running",
  "token_key_unusable",
  "untested_nats",
];

export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof CommandFailure) return error;
  if (!(error instanceof Error)) return describeDefect(error);
  if (error.name === "TimeoutError") {
    const message = "The running server did not answer. It may be overloaded or stopped. Try again.";
    return { code: "server_not_answering", message, exitCode: failedExit };
  }
  const code = errorCode(error);
  if (code === null) return describeDefect(error);
  if (plainCodes.includes(code)) return { code, message: error.message, exitCode: failedExit };
  const described = code.startsWith("SQLITE_")
    ? describeSqliteFault(code, error)
    : describeSystemFault(code, error);
  return described ?? describeDefect(error);
}

const sqliteAdvice: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "Another process has kept it locked for too long. Try again.",
  SQLITE_CANTOPEN: "Check that the data folder can be read and written by this user.",
  SQLITE_CORRUPT: "The file is damaged. Restore a backup with `weir restore`.",
  SQLITE_FULL: "The disk is full. Free some space and try again.",
  SQLITE_NOTADB: "The file is not a database. Restore a backup with `weir restore`.",
  SQLITE_READONLY: "Check that the data folder can be written by this user.",
};

function describeSqliteFault(code: string, error: Error): DescribedFailure {
  const advice = Object.entries(sqliteAdvice).find(([prefix]) => code.startsWith(prefix))?.[1];
  const message = `A database in the data folder cannot be used (${code}: ${error.message}).`;
  return {
    code: "database_unusable",
    message: `${message} ${advice ?? "Check the disk."}`,
    exitCode: failedExit,
  };
}

/** The system's message names the file and the operation, as in "EACCES: permission denied, mkdir '/var/weir'". */
function describeSystemFault(code: string, error: Error): DescribedFailure | null {
  if (!("syscall" in error) || !/^E[A-Z0-9]+$/.test(code)) return null;
  const advice = systemAdvice[`${code} ${error.syscall}`];
  const message = advice === undefined ? `${error.message}.` : `${error.message}. ${advice}`;
  return { code: code.toLowerCase(), message, exitCode: failedExit };
}

/** Advice where the system's message is not enough, by code and call. */
const systemAdvice: Readonly<Record<string, string>> = {
  "EISDIR open": "This path is a folder. Name a file in it.",
  "EISDIR read": "This path is a folder. Name a file in it.",
  "ENOENT open": "The file, or the folder it is to be in, does not exist. Check the path.",
  "EEXIST mkdir": "This path must be a folder, but it is a file.",
  "EBUSY rename": "A mount point cannot be replaced. Choose a folder inside it.",
};

/** A bug: a report needs the stack. */
function describeDefect(error: unknown): DescribedFailure {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "defect", message: `Weir failed unexpectedly.\n${detail}`, exitCode: failedExit };
}
