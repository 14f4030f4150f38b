import type { LogTotals, Retention } from "./log-writer.ts";

/** What the listener's thread and the queue thread say to each other. Buffers are handed over, not copied. */
export type ToLogThread =
  | { kind: "open"; dataDir: string; retention: Retention }
  | {
      kind: "append";
      buffer: ArrayBuffer;
      bytes: number;
      readings: number;
      appendedMs: number;
      counters: [string, number][];
    }
  | { kind: "probe" }
  | { kind: "settled"; sequence: number }
  | { kind: "close" };

export type FromLogThread =
  | { kind: "opened"; totals: LogTotals; counters: Record<string, number> }
  | { kind: "openFailed"; message: string; code: string | undefined }
  | { kind: "appended"; buffer: ArrayBuffer; totals: LogTotals; commitMs: number }
  | { kind: "lost"; buffer: ArrayBuffer; reason: string }
  | { kind: "probed"; ok: boolean }
  | { kind: "fatal"; reason: string }
  | { kind: "closed" };
