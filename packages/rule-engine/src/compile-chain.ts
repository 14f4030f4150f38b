import type { ChainDefinition, ChainNode } from "./chain.ts";
import { nodeCatalogue } from "./node-catalogue.ts";
import type { Step } from "./node-type.ts";

export type CompileResult = { ok: true; run: Step } | { ok: false; problem: string };

const end: Step = () => undefined;

/**
 * Turns a chain into one plain function, node by node from its input. The definition is data that may come from
 * anywhere, so what cannot run is a result with the node named, not an exception.
 */
export function compileChain(definition: ChainDefinition): CompileResult {
  const inputs = definition.nodes.filter((node) => node.type === "input");
  if (inputs.length !== 1)
    return { ok: false, problem: `A chain needs one input node, this one has ${inputs.length}.` };
  try {
    return { ok: true, run: compileNode(inputs[0]!, definition, new Map(), []) };
  } catch (error) {
    if (error instanceof BrokenChainError) return { ok: false, problem: error.message };
    throw error;
  }
}

class BrokenChainError extends Error {}

function compileNode(node: ChainNode, chain: ChainDefinition, done: Map<string, Step>, path: string[]): Step {
  const known = done.get(node.id);
  if (known !== undefined) return known;
  if (path.includes(node.id)) throw new BrokenChainError(`The chain loops at node "${node.id}".`);
  const type = nodeCatalogue.get(node.type);
  if (type === undefined) throw new BrokenChainError(`Node "${node.id}" is of unknown type "${node.type}".`);
  const outputs: Record<string, Step> = {};
  for (const output of type.outputs) {
    const targets = chain.wires.filter((wire) => wire.from === node.id && wire.output === output);
    const steps = targets.map(({ to }) => compileNode(findNode(chain, to), chain, done, [...path, node.id]));
    outputs[output] = inSequence(steps);
  }
  const step = type.compile(node.config, outputs);
  done.set(node.id, step);
  return step;
}

function findNode(chain: ChainDefinition, id: string): ChainNode {
  const node = chain.nodes.find((candidate) => candidate.id === id);
  if (node === undefined) throw new BrokenChainError(`A wire leads to node "${id}", which does not exist.`);
  return node;
}

function inSequence(steps: readonly Step[]): Step {
  if (steps.length === 0) return end;
  if (steps.length === 1) return steps[0]!;
  return (reading, effects) => {
    for (const step of steps) step(reading, effects);
  };
}
