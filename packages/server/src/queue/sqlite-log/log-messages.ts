import type { LogTotals, Retention } from "./log-writer.ts";

/**
 * What the listener's thread and the queue thread say to each other. Frames and orders to append them lie in memory that both
 * share: Bun takes 38 us of CPU for a message there and one back that hold nothing but numbers, where a buffer that is handed
 * over and back takes 67 (arm64).
 */
export type ToLogThread =
  | { kind: "open"; dataDir: string; retention: Retention; orders: SharedArrayBuffer }
  /** Frames that are appended from now on may lie in this memory, which goes by the number `space`. */
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
