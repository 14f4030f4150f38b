import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { receiptQueries } from "../store/receipts/queries.ts";
import type { FateEnd } from "../store/receipts/reading-fates.ts";
import type { Processor } from "./processor.ts";
import { chainUuid, TestProcessing, type TestReading } from "./test-processing.ts";

export const filteringSensor = 21;
export const filteringChain = 21;
export const failingSensor = 22;
export const failingChain = 22;
export const handingSensor = 23;
const handingChain = 23;

export const boot = 77;
export const filtered: FateEnd = {
  fate: "ended",
  chainId: filteringChain,
  chainVersion: 4,
  nodeId: "filter",
  output: "false",
  onPurpose: false,
};
export const failed: FateEnd = {
  fate: "dead",
  chainId: failingChain,
  chainVersion: 1,
  nodeId: "by zero",
  output: null,
  onPurpose: null,
};
export const removed: FateEnd = {
  fate: "ended",
  chainId: null,
  chainVersion: null,
  nodeId: null,
  output: null,
  onPurpose: null,
};

export function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}

/** Saves values above zero. */
export const filter: ChainDefinition = {
  nodes: [
    node("input", "input"),
    node("filter", "compare", { operator: ">", value: 0 }),
    node("save", "save"),
  ],
  wires: [
    { from: "input", output: "out", to: "filter" },
    { from: "filter", output: "true", to: "save" },
  ],
};
export const fail: ChainDefinition = {
  nodes: [node("input", "input"), node("by zero", "calculate", { value: "value / 0.0" })],
  wires: [{ from: "input", output: "out", to: "by zero" }],
};
export const handOver: ChainDefinition = {
  nodes: [node("input", "input"), node("on", "chain", { chain: chainUuid(filteringChain) })],
  wires: [{ from: "input", output: "out", to: "on" }],
};

/** For tests: sensors whose readings are filtered, fail or are handed on, and the fates of their requests. */
export class ReceiptScene extends TestProcessing {
  readonly receipts = receiptQueries(new SqliteStoreReader(this.dataDir));

  constructor(dataDir?: string) {
    super(dataDir);
    this.definitions.set(filteringChain, filter).set(failingChain, fail).set(handingChain, handOver);
    this.versions.set(filteringChain, 4);
    this.chainOfSensor
      .set(filteringSensor, filteringChain)
      .set(failingSensor, failingChain)
      .set(handingSensor, handingChain);
  }

  async fates(number: number): Promise<unknown[]> {
    return (await this.receipts.fates(boot, number)).map(({ letterId, ...fate }) => fate);
  }

  /** For dead readings: how many, and the letter of the first. */
  async letters(number: number): Promise<unknown[]> {
    return (await this.receipts.fates(boot, number)).map(({ readings, letterId }) => [readings, letterId]);
  }

  override [Symbol.dispose](): void {
    void this.receipts.close();
    super[Symbol.dispose]();
  }
}

let atUs = 0;
export function readingsOf(...readings: [sensorId: number, value: number][]): TestReading[] {
  return readings.map(([sensorId, value]) => ({ sensorId, value, atUs: ++atUs }));
}

export function request(number: number, ...readings: [sensorId: number, value: number][]) {
  return { request: { boot, number }, readings: readingsOf(...readings) };
}

export async function settleAll(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0);
}
