import type { WireFormat } from "../load/write-plan.ts";
import type { Workspace } from "../workspace.ts";

export type SystemName = "Weir" | "InfluxDB" | "VictoriaMetrics";

/** A running server under load. Every system answers the same questions, so that one way of measuring serves all. */
export interface System {
  readonly name: SystemName;
  readonly port: number;
  readonly format: WireFormat;
  /** Its processes; what they started belongs to the system too. */
  readonly pids: readonly number[];
  /** Whether everything it acknowledged is where queries find it. */
  isDrained(): Promise<boolean>;
  /** Readings that a query finds, of all runs since the start. */
  storedReadings(): Promise<number>;
  /** Averages the readings of the first sensor of the first device for a plot; returns how many buckets have any. */
  chart(plot: Plot): Promise<number>;
  /** What went wrong inside, in words; empty when nothing did. */
  faults(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Plot {
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly bucketSeconds: number;
}

export interface SystemOptions {
  readonly deviceCount: number;
  readonly sensorsPerDevice: number;
}

/** When an acknowledgement is sent: the systems do not promise the same. */
export const acknowledgement: Record<SystemName, string> = {
  Weir: "after fsync",
  InfluxDB: "after fsync",
  VictoriaMetrics: "before it is durable: a crash loses the last seconds",
};

export type StartSystem = (workspace: Workspace, options: SystemOptions) => Promise<System>;

export async function isOk(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}
