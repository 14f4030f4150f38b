import type { Config } from "../../config/settings.ts";
import type { Introduction } from "../../manage/system/introduction.ts";
import type { RoleProcess } from "../../manage/system/system-status.ts";
import type { ProcessPlace } from "../starting-role.ts";

/** The messages between the supervisor and the process of a role, besides those on the bus. */
export type ToRole =
  /** To the manage role, first of all when the server starts: see `prepareDataFolder`. */
  | { readonly kind: "prepare"; readonly config: Config; readonly processes: number }
  /**
   * Sent when the data folder is prepared. The settings hold secrets, so they are not on the command line or in the
   * environment.
   */
  | { readonly kind: "start"; readonly config: Config; readonly place: ProcessPlace }
  /** To the manage role, whenever the processes have changed. */
  | { readonly kind: "processes"; readonly processes: readonly RoleProcess[] }
  /** To the ingest role: all roles that answer requests are there. */
  | { readonly kind: "listen" }
  | { readonly kind: "introduce" }
  /** To the manage role of a cluster: finish open requests. The other roles are still there, and `stop` follows. */
  | { readonly kind: "drain" }
  | { readonly kind: "stop" };

/** An error, as reported to the process that waits for the server. */
export interface RoleFailure {
  readonly message: string;
  readonly code?: string;
  readonly syscall?: string;
}

export type FromRole =
  | { readonly kind: "prepared" }
  /** The data folder cannot be used. */
  | ({ readonly kind: "unprepared" } & RoleFailure)
  /** The listener's address, from the ingest role. */
  | { readonly kind: "ready"; readonly url: string | null }
  | { readonly kind: "introduced"; readonly introduction: Introduction }
  /** The role of a cluster is stopping and has no more open requests. It hands over what others have to know. */
  | { readonly kind: "drained" }
  /** The role cannot start, and another attempt would fail in the same way until something is changed. */
  | ({ readonly kind: "failed" } & RoleFailure);

export type SupervisedRole = Exclude<RoleProcess["role"], "supervisor">;
