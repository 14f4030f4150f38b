/**
 * What a kind of node is. Everything about it stands in one file under nodes/: what the editor draws, what its
 * configuration is, and what it does.
 */
export interface NodeType {
  readonly type: string;
  readonly version: number;
  readonly category: "input" | "filter" | "transform" | "route" | "action";
  readonly outputs: readonly string[];
  readonly help: string;
  /** Turns a configured node into a plain function. `outputs` holds where each of its outputs leads. */
  compile(config: Readonly<Record<string, unknown>>, outputs: Readonly<Record<string, Step>>): Step;
}

/** A node with its wires, ready to run: takes the reading and passes it on, or lets it end. */
export type Step = (reading: ChainReading, effects: Effects) => void;

/** The reading on its way through a chain. One object is reused for all readings: a node keeps no reference to it. */
export interface ChainReading {
  sensorId: number;
  deviceId: number;
  atUs: number;
  value: number;
  receivedUs: number;
  /** The time the device sent, split because it may be any year; -1 where it sent none. */
  deviceSeconds: number;
  deviceMicros: number;
  /** JSON text, "" where there is none. */
  metadata: string;
  batteryVolts: number | null;
}

/** What a chain may do to the world. Everything takes effect with the batch, or not at all. */
export interface Effects {
  save(reading: ChainReading): void;
}
