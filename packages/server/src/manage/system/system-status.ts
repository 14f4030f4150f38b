import { readFileSync } from "node:fs";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { Counts } from "../../counters/counters.ts";
import { weirVersion } from "../../platform/version.ts";
import type { NearLimit } from "../accounts/near-limit.ts";
import { clusterNotices } from "./cluster-notices.ts";
import type { ClusterMembers, Notice } from "./cluster-status.ts";
import type { FailingWork } from "./failing-work.ts";

/** The state of the installation over all accounts, for its operator. */
export interface SystemStatus {
  readonly version: string;
  readonly startedMs: number;
  readonly uptimeMs: number;
  /** Whether readings are currently accepted. */
  readonly isReady: boolean;
  readonly queue: {
    /** Accepted readings that are waiting for the processor. */
    readonly backlogBytes: number | null;
    /** Readings are refused above this. */
    readonly backlogBytesMax: number;
    /** Readings of all accounts that are waiting for the turn of their account. */
    readonly parkedBytes: number;
    /** Accounts with waiting readings are refused above this. */
    readonly parkedBytesMax: number;
    readonly lastPosition: number | null;
  };
  /** Since the data folder was created. */
  readonly totals: Omit<Counts, "queueBytes" | "lastPosition" | "settledPosition">;
  readonly processes: readonly ProcessStatus[];
  readonly files: StorageUse["files"];
  readonly disk: StorageUse["disk"];
  /** Devices with a token that the server knows. */
  readonly devices: number | null;
  readonly identities: { readonly remembered: number | null; readonly capacity: number };
  readonly liveListeners: number;
  readonly nearLimits: readonly NearLimit[];
  /** Whether it is a cluster, which has more to show. */
  readonly isCluster: boolean;
  readonly notices: readonly Notice[];
}

/** One process of the installation. */
export interface RoleProcess {
  readonly role: ProcessRole | "supervisor";
  readonly pid: number | null;
  /** How often it has died since the server started. */
  readonly restarts: number;
}

export interface ProcessStatus extends RoleProcess {
  readonly isRunning: boolean;
  /** Null if it is not running, or if the operating system does not report it. */
  readonly memoryBytes: number | null;
}

interface FileSize {
  readonly name: string;
  /** Includes the write-ahead log. */
  readonly bytes: number;
}

/** The space that the installation takes. */
export interface StorageUse {
  /** The files that grow. */
  readonly files: readonly FileSize[];
  /** The disk that they are on; null if they are on other machines. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | null;
}

/** Facts about the running server. */
export interface SystemSources {
  readonly storage: StorageUse;
  readonly startedMs: number;
  readonly clock: { nowMs(): number };
  readonly isReady: boolean;
  readonly counts: Counts;
  readonly backlogBytesMax: number;
  readonly parkedBytes: number;
  readonly parkedBytesMax: number;
  readonly nearLimits: readonly NearLimit[];
  readonly processes: readonly ProcessStatus[];
  readonly devices: number | null;
  readonly identities: number | null;
  readonly identitiesMax: number;
  readonly liveListeners: number;
  /** Null on one machine. */
  readonly cluster: ClusterMembers | null;
  readonly failing: Pick<FailingWork, "notices">;
}

/** Looks at each process. A missing one is not running. */
export function readProcesses(processes: readonly RoleProcess[]): ProcessStatus[] {
  return processes.map((process) => ({
    ...process,
    isRunning: process.pid !== null,
    memoryBytes: process.pid === null ? null : residentBytes(process.pid),
  }));
}

export function readSystemStatus(sources: SystemSources): SystemStatus {
  const { storage, startedMs, clock, backlogBytesMax, isReady, processes } = sources;
  const { devices, identities, identitiesMax, liveListeners, nearLimits } = sources;
  const { parkedBytes, parkedBytesMax, cluster } = sources;
  const { queueBytes, lastPosition, settledPosition: _, ...totals } = sources.counts;
  return {
    version: weirVersion,
    startedMs,
    uptimeMs: Math.max(0, clock.nowMs() - startedMs),
    isReady,
    queue: {
      backlogBytes: queueBytes,
      backlogBytesMax,
      parkedBytes,
      parkedBytesMax,
      lastPosition: lastPosition?.sequence ?? null,
    },
    totals,
    processes,
    ...storage,
    devices,
    identities: { remembered: identities, capacity: identitiesMax },
    liveListeners,
    nearLimits,
    isCluster: cluster !== null,
    notices: [...sources.failing.notices(), ...(cluster === null ? [] : clusterNotices(cluster))],
  };
}

/** Null if there is no /proc, or if the process has just ended. */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
