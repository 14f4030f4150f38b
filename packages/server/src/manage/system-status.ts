import { readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { weirVersion } from "../platform/version.ts";
import type { ServerStatus } from "./server-status.ts";

/** How the installation is doing, over all accounts, for its operator. */
export interface SystemStatus {
  readonly version: string;
  readonly startedMs: number;
  readonly uptimeMs: number;
  /** Whether readings are accepted at the moment. */
  readonly isReady: boolean;
  readonly queue: {
    /** Accepted readings that wait for the processor. */
    readonly backlogBytes: number;
    /** Past this, readings are refused. */
    readonly backlogBytesMax: number;
    readonly lastPosition: number;
  };
  /** Since the data folder was created. */
  readonly totals: Omit<ServerStatus, "queueBytes">;
  readonly processor: {
    readonly isRunning: boolean;
    /** Times it died since the server was started. */
    readonly restarts: number;
    readonly pid: number | null;
    /** Null where it is not running, or where the operating system does not tell. */
    readonly memoryBytes: number | null;
  };
  readonly server: { readonly pid: number; readonly memoryBytes: number };
  readonly files: readonly FileSize[];
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number };
  /** Devices that the server knows by their token. */
  readonly devices: number;
  readonly identities: { readonly remembered: number; readonly capacity: number };
  readonly liveListeners: number;
}

export interface FileSize {
  readonly name: string;
  /** With what is still in its write-ahead log. */
  readonly bytes: number;
}

/** The parts of the running server that tell. */
export interface SystemSources {
  readonly dataDir: string;
  /** The names of the files that grow. */
  readonly files: readonly string[];
  readonly startedMs: number;
  readonly clock: { nowMs(): number };
  isReady(): boolean;
  status(): ServerStatus;
  readonly queue: { readonly lastPosition: number };
  readonly backlogBytesMax: number;
  readonly processor: {
    readonly isRunning: boolean;
    readonly restarts: number;
    readonly pid: number | null;
  };
  readonly devices: { readonly size: number };
  readonly identities: { readonly size: number };
  readonly identitiesMax: number;
  readonly live: { readonly listeners: number };
}

/** Asks everything anew; costs a few looks at the file system. */
export function readSystemStatus(sources: SystemSources): SystemStatus {
  const { dataDir, startedMs, clock, queue, backlogBytesMax, processor } = sources;
  const { queueBytes, ...totals } = sources.status();
  const { isRunning, restarts, pid } = processor;
  return {
    version: weirVersion,
    startedMs,
    uptimeMs: Math.max(0, clock.nowMs() - startedMs),
    isReady: sources.isReady(),
    queue: { backlogBytes: queueBytes, backlogBytesMax, lastPosition: queue.lastPosition },
    totals,
    processor: { isRunning, restarts, pid, memoryBytes: pid === null ? null : residentBytes(pid) },
    server: { pid: process.pid, memoryBytes: process.memoryUsage.rss() },
    files: sources.files.map((name) => ({ name, bytes: databaseBytes(join(dataDir, name)) })),
    disk: diskOf(dataDir),
    devices: sources.devices.size,
    identities: { remembered: sources.identities.size, capacity: sources.identitiesMax },
    liveListeners: sources.live.listeners,
  };
}

function databaseBytes(path: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function diskOf(folder: string): SystemStatus["disk"] {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Null where there is no /proc, or the process has just ended. */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
