import type { WireFormat } from "../load/write-plan.ts";
import type { Workspace } from "../workspace.ts";

export type SystemName = "Weir" | "InfluxDB" | "VictoriaMetrics";

/**
 * A running server under load. Every system answers the same questions, so that all are measured in the same
 * way.
 */
export interface System {
  readonly name: SystemName;
  readonly port: number;
  readonly format: WireFormat;
  /** The processes of the system. Processes that they start belong to the system too. */
  readonly pids: readonly number[];
  /** Whether queries find everything that the system has acknowledged. */
  isDrained(): Promise<boolean>;
  /** How many readings a query finds, over all runs since the start. */
  storedReadings(): Promise<number>;
  /**
   * Averages the readings of the first sensor of the first device for a plot. Returns how many buckets are
   * not empty.
   */
  chart(plot: Plot): Promise<number>;
  /** Descriptions of what went wrong inside the system; empty if nothing did. */
  faults(mayRepeat?: boolean): Promise<string[]>;
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

/** When each system sends its acknowledgement. The systems do not promise the same. */
export const acknowledgement: Record<SystemName, string> = {
  Weir: "after fsync",
  InfluxDB: "after fsync",
  VictoriaMetrics: "before it is durable: a crash loses the last seconds",
};

export type StartSystem = (workspace: Workspace, options: SystemOptions) => Promise<System>;

export async function isOk(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}
