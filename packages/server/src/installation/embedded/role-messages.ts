import type { Config } from "../../config/settings.ts";
import type { Introduction } from "../../manage/system/introduction.ts";
import type { RoleProcess } from "../../manage/system/system-status.ts";

/** What the supervisor and a role's process say to each other, besides what roles say on the bus. */
export type ToRole =
  /** To the manage role, before anything else on a start of the server: see `prepareDataFolder`. */
  | { readonly kind: "prepare"; readonly config: Config }
  /** Said when the data folder is prepared. Not on the command line nor in the environment, because it holds secrets. */
  | { readonly kind: "start"; readonly config: Config }
  /** To the manage role, whenever they have changed. */
  | { readonly kind: "processes"; readonly processes: readonly RoleProcess[] }
  /** To the ingest role: everybody is there who answers what comes in. */
  | { readonly kind: "listen" }
  | { readonly kind: "introduce" }
  | { readonly kind: "stop" };

/** An error, as far as whoever waits for the server is told about it. */
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
  /** It cannot start; without being changed something, another try would end the same. */
  | ({ readonly kind: "failed" } & RoleFailure);

export type SupervisedRole = Exclude<RoleProcess["role"], "supervisor">;
