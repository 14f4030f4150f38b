import type { Config } from "../../config/settings.ts";
import type { Introduction } from "../../manage/introduction.ts";
import type { RoleProcess } from "../../manage/system-status.ts";

/** What the supervisor and a role's process say to each other, besides what roles say on the bus. */
export type ToRole =
  /** Said first. Not on the command line nor in the environment, because it holds secrets. */
  | { readonly kind: "start"; readonly config: Config }
  /** To the manage role, whenever they have changed. */
  | { readonly kind: "processes"; readonly processes: readonly RoleProcess[] }
  /** To the ingest role: everybody is there who answers what comes in. */
  | { readonly kind: "listen" }
  | { readonly kind: "introduce" }
  | { readonly kind: "stop" };

export type FromRole =
  /** The listener's address, from the ingest role. */
  | { readonly kind: "ready"; readonly url: string | null }
  | { readonly kind: "introduced"; readonly introduction: Introduction }
  /** It cannot start; without being changed something, another try would end the same. */
  | { readonly kind: "failed"; readonly message: string; readonly code?: string; readonly syscall?: string };

export type SupervisedRole = Exclude<RoleProcess["role"], "supervisor">;
