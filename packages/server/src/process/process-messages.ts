import type { Position } from "../queue/queue.ts";
import type { SettledCounts } from "../store/reading-store.ts";

/** What the server and its processor say to each other. */
export type ToProcessor =
  | { kind: "appended" }
  /** Control data has changed: of one device, or (null) of more than can be named. */
  | { kind: "changed"; deviceId: number | null }
  | { kind: "connected"; connections: [deviceId: number, lastConnectedMs: number][] }
  /** Everything sent before this is done, and everything up to `position` settled, when `flushed` comes back. */
  | { kind: "flush"; ticket: number; position: Position }
  | { kind: "stop" };

export type FromProcessor =
  | { kind: "progress"; progress: ProcessorProgress }
  | { kind: "flushed"; ticket: number };

export interface ProcessorProgress extends SettledCounts {
  position: Position;
  durablePosition: Position;
}
