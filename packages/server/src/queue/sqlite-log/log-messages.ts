import type { LogTotals, Retention } from "./log-writer.ts";

/**
 * Messages between the listener's thread and the queue thread. Frames and orders to append them are in shared memory: a
 * message and its answer that hold only numbers take Bun 38 us of CPU, and 67 with a buffer that is transferred there
 * and back (arm64).
 */
export type ToLogThread =
  | { kind: "open"; dataDir: string; retention: Retention; orders: SharedArrayBuffer }
  /** Frames appended from now on may be in this memory, which has the number `space`. */
  | { kind: "space"; space: number; memory: SharedArrayBuffer }
  /** Written with the append that follows. */
  | { kind: "counters"; counters: [string, number][] }
  /** There is an order to append. */
  | { kind: "append" }
  | { kind: "probe" }
  | { kind: "settled"; sequence: number }
  | { kind: "close" };

export type FromLogThread =
  | { kind: "opened"; totals: LogTotals; counters: Record<string, number> }
  | { kind: "openFailed"; message: string; code: string | undefined }
  | { kind: "appended"; position: number; acceptedReadings: number; commitMs: number }
  | { kind: "lost"; reason: string }
  | { kind: "probed"; ok: boolean }
  | { kind: "fatal"; reason: string }
  | { kind: "closed" };
