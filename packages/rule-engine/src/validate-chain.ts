import type { ChainDefinition, ChainNode } from "./chain.ts";
import { findLoop, heaviestWay, reachableFrom } from "./chain-graph.ts";
import type { ChainProblem } from "./chain-problem.ts";
import { chainWarnings } from "./chain-warnings.ts";
import { expressionLimits } from "./expression/expression-limits.ts";
import { nodeLabel } from "./node-label.ts";
import { type CheckOptions, type OnNode, type ReadNode, readNodes } from "./read-nodes.ts";

export const nodesMax = 200;
const wiresMax = 500;
/** How many nodes one reading may visit. Repeated visits count each time. */
export const visitsMax = 1000;
/** The limit for all expressions on the way of one reading: twice that of one. */
const expressionStepsMax = 2 * expressionLimits.stepsMax;

/** How many problems are reported; a chain of another kind is wrong everywhere. */
export const problemsMax = 100;

/** A checked chain: its problems, and its nodes as read by their types. */
interface CheckedChain {
  readonly problems: readonly ChainProblem[];
  /** In the order of the chain's nodes; empty if there are too many to look at. */
  readonly nodes: readonly ReadNode[];
}

/**
 * Returns all problems, the most serious kind first. Whether other chains exist and loop is checked by callers that know them.
 */
export function validateChain(chain: ChainDefinition, onNode?: OnNode): ChainProblem[] {
  return [...checkChain(chain, { wasChecked: false, onNode }).problems];
}

/** Like `validateChain`, for callers that continue with the nodes. */
export function checkChain(chain: ChainDefinition, options: CheckOptions): CheckedChain {
  const tooLarge = sizeProblems(chain);
  if (tooLarge.length > 0) return { problems: tooLarge, nodes: [] };
  const nodes = readNodes(chain.nodes, options);
  const errors = [...nodeProblems(chain, nodes), ...wireProblems(chain, nodes)];
  if (errors.length > 0) return { problems: firstOf(errors), nodes };
  const misplaced = graphProblems(chain, nodes);
  if (misplaced.length > 0) return { problems: firstOf(misplaced), nodes };
  return { problems: chainWarnings(chain, nodes), nodes };
}

/** If everything is wrong, only the first problems are reported. */
function firstOf(problems: readonly ChainProblem[]): readonly ChainProblem[] {
  if (problems.length <= problemsMax) return problems;
  const more = chainError(`There are ${problems.length - problemsMax} more problems.`);
  return [...problems.slice(0, problemsMax), more];
}

function sizeProblems(chain: ChainDefinition): ChainProblem[] {
  const problems: ChainProblem[] = [];
  const { nodes, wires } = chain;
  if (nodes.length > nodesMax) {
    problems.push(chainError(`A chain can have at most ${nodesMax} nodes; this one has ${nodes.length}.`));
  }
  if (wires.length > wiresMax) {
    problems.push(chainError(`A chain can have at most ${wiresMax} wires; this one has ${wires.length}.`));
  }
  return problems;
}

function nodeProblems({ nodes }: ChainDefinition, readings: readonly ReadNode[]): ChainProblem[] {
  const problems: ChainProblem[] = [];
  const inputs = nodes.filter(({ type }) => type === "input").length;
  if (inputs !== 1)
    problems.push(chainError(`A chain needs exactly one input node; this one has ${inputs}.`));
  const seen = new Set<string>();
  for (const [place, node] of nodes.entries()) {
    if (seen.has(node.id)) problems.push(nodeError(node, "another node has the same id."));
    seen.add(node.id);
    const read = readings[place]!;
    if (read.ok) continue;
    for (const { field, message } of read.problems) problems.push({ ...nodeError(node, message), field });
  }
  return problems;
}

function wireProblems({ nodes, wires }: ChainDefinition, readings: readonly ReadNode[]): ChainProblem[] {
  const problems: ChainProblem[] = [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const outputs = new Map(nodes.map((node, place) => [node, readings[place]!.outputs]));
  const seen = new Set<string>();
  for (const wire of wires) {
    const from = byId.get(wire.from);
    const to = byId.get(wire.to);
    if (from === undefined) {
      problems.push(chainError(`A wire starts at node "${wire.from}", which does not exist.`));
    } else if (to === undefined) {
      problems.push(
        nodeError(from, `its output "${wire.output}" leads to node "${wire.to}", which does not exist.`),
      );
    } else if (to.type === "input") {
      problems.push(nodeError(from, "no wire may lead to the input node."));
    } else if (!hasOutput(outputs.get(from)!, wire.output)) {
      problems.push(
        nodeError(from, `it has no output "${wire.output}"; it has ${outputs.get(from)!.join(", ")}.`),
      );
    }
    const key = JSON.stringify([wire.from, wire.output, wire.to]);
    if (seen.has(key))
      problems.push(
        chainError(`The wire from ${quoted(from, wire.from)} to ${quoted(to, wire.to)} exists twice.`),
      );
    seen.add(key);
  }
  return problems;
}

function graphProblems(chain: ChainDefinition, readings: readonly ReadNode[]): ChainProblem[] {
  const loop = findLoop(chain);
  if (loop !== null) {
    const byId = new Map(chain.nodes.map((node) => [node.id, node]));
    const path = loop.map((id) => `"${nodeLabel(byId.get(id)!)}"`).join(" → ");
    return [{ ...chainError(`the chain loops: ${path}.`), nodeId: loop[0]! }];
  }
  const input = inputOf(chain);
  if (heaviestWay(chain, input.id, () => 1) > visitsMax) {
    const message = `One reading would visit more than ${visitsMax} nodes. Where wires branch and meet again, every node after that point is visited once per branch.`;
    return [chainError(message)];
  }
  const steps = new Map(chain.nodes.map(({ id }, place) => [id, stepsOf(readings[place]!)]));
  if (heaviestWay(chain, input.id, (id) => steps.get(id)!) > expressionStepsMax) {
    return [
      chainError(
        "The expressions that one reading passes are too expensive together. Use fewer of them, or cheaper ones with fewer loops over lists and simpler patterns.",
      ),
    ];
  }
  const reachable = reachableFrom(chain, input.id);
  return chain.nodes
    .filter(({ id }) => !reachable.has(id))
    .map((node) => nodeError(node, "it cannot be reached from the input. Connect or remove it."));
}

/** Returns the node's name for people, or its id if there is no such node. */
function quoted(node: ChainNode | undefined, id: string): string {
  return `"${node === undefined ? id : nodeLabel(node)}"`;
}

function stepsOf(read: ReadNode): number {
  return read.ok ? read.steps : 0;
}

function inputOf(chain: ChainDefinition): ChainNode {
  return chain.nodes.find(({ type }) => type === "input")!;
}

/** A node with a wrong type or configuration is reported elsewhere; any output is accepted for it here. */
function hasOutput(names: readonly string[], output: string): boolean {
  return names.length === 0 || names.includes(output);
}

function chainError(message: string): ChainProblem {
  return { severity: "error", code: "invalid", nodeId: null, field: null, message };
}

function nodeError(node: ChainNode, message: string): ChainProblem {
  return { ...chainError(message), nodeId: node.id };
}
