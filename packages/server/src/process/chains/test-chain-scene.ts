import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import { answerRequest } from "../answer-request.ts";
import { Processor } from "../processor.ts";
import type { ProcessorRequest } from "../processor-request.ts";
import { savingSensor, TestProcessing } from "../test-processing.ts";

export const otherSensor = 11;
export const lastingChain = 1;

/** For tests: a node named by its id. */
export function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}

/** Connects nodes in a row, each to the named output of the one before. */
export function row(...steps: [output: string, node: ChainNode][]): ChainDefinition {
  const nodes = [node("input", "input")];
  const wires: Wire[] = [];
  for (const [output, next] of steps) {
    wires.push({ from: nodes.at(-1)!.id, output, to: next.id });
    nodes.push(next);
  }
  return { nodes, wires };
}

/** For tests: a scene in which the readings of two sensors go through this chain. */
export function sceneWith(chain: ChainDefinition, dataDir?: string): TestProcessing {
  const scene = new TestProcessing(dataDir);
  scene.definitions.set(lastingChain, chain);
  scene.chainOfSensor.set(otherSensor, lastingChain);
  return scene;
}

export async function settleAll(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0);
}

export function append(scene: TestProcessing, values: readonly number[], sensorId = savingSensor): void {
  const { readings: before } = scene.appended;
  scene.append({
    readings: values.map((value, index) => ({ sensorId, value, atUs: (before + index) * 1e6 })),
  });
}

/** For tests: a processor that answers people's requests. */
export function asking(
  scene: TestProcessing,
): ((request: ProcessorRequest) => Promise<unknown>) & { settle(): Promise<void> } {
  const host = scene.parts();
  const processor = new Processor(host);
  const parts = scene.requestParts(processor, host);
  const ask = (request: ProcessorRequest) => answerRequest(request, parts);
  return Object.assign(ask, { settle: () => settleAll(processor) });
}
