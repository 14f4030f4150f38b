import type { Role } from "../bus/messages.ts";
import type { Log } from "../platform/log.ts";

/** Which of the processes with the role process this is, and how many there are. Only on one machine. */
export interface ProcessPlace {
  readonly number: number;
  readonly processes: number;
}

/** The place of a process that is the only one of its role. */
export const onlyPlace: ProcessPlace = { number: 0, processes: 1 };

/** The role that an installation is opened for. */
export interface StartingRole {
  readonly role: Role;
  readonly log: Log;
  readonly place?: ProcessPlace;
  /** Called with the engines that the process waits for, and what an operator has to know, whenever they change. */
  readonly waitsFor?: (engines: readonly string[], notes?: readonly string[]) => void;
  /** How long to wait for the engines; without a limit if it is not given. */
  readonly engineWaitMs?: number;
  /** Whether to refuse a database that has no data of Weir instead of creating it. */
  readonly onlyExisting?: boolean;
  /** Whose clock shared limits use, for tests that move their clock. */
  readonly limitClock?: "redis" | "caller";
  /** How long Redis may take to answer, for tests on a busy machine. */
  readonly redisPatienceMs?: number;
}
