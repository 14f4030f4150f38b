import type { Config } from "../config/settings.ts";
import type { Installation } from "../installation/installation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** The options with which every role is started. The installation has been prepared. */
export interface RoleOptions {
  readonly installation: Installation;
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Called when the role is about to listen. */
  readonly beforeListening?: () => Promise<void>;
  /** Called while the role of a cluster stops, when no requests are open. */
  readonly onDrained?: () => void;
}

/** A role that runs in this process. */
export interface RunningRole {
  /** Finishes the work in progress, hands over what others have to know, and closes. */
  stop(): Promise<void>;
}
