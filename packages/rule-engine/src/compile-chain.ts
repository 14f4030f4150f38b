import type { ChainDefinition, ChainNode } from "./chain.ts";
import type { ChainHost, ChainObserver, OutputCounter } from "./chain-host.ts";
import { describeProblem } from "./chain-problem.ts";
import { nodeLabel } from "./node-label.ts";
import type { NodePlace } from "./node-place.ts";
import { failureOutput, type NodeWiring, outputsOf, type Step } from "./node-type.ts";
import type { CheckOptions, OnNode, ReadNode } from "./read-nodes.ts";
import { readingMeter } from "./reading-meter.ts";
import { type CountSaved, countSaved } from "./saving-chain.ts";
import { checkChain } from "./validate-chain.ts";

type CompileResult =
  | {
      ok: true;
      run: Step;
      /** Null if the chain does more than save. */
      countSaved: CountSaved | null;
    }
  | { ok: false; problem: string };

/**
 * Compiles a chain into one plain function, node by node from its input. The definition may come from anywhere, so it is
 * validated first, and a chain that cannot run is a result that names the node, not an exception.
 */
export function compileChain(
  definition: ChainDefinition,
  host: ChainHost,
  options: CheckOptions = { wasChecked: false },
): CompileResult {
  const { problems, nodes } = checkChain(definition, options);
  const error = problems.find(({ severity }) => severity === "error");
  if (error !== undefined) return { ok: false, problem: describeProblem(error) };
  const input = definition.nodes.find(({ type }) => type === "input")!;
  return {
    ok: true,
    run: new Compiler({ chain: definition, nodes, host, onNode: options.onNode }).step(input),
    countSaved: countSaved(definition, host),
  };
}

interface CompilerParts {
  readonly chain: ChainDefinition;
  /** The nodes as read by their types, in the chain's order. */
  readonly nodes: readonly ReadNode[];
  readonly host: ChainHost;
  readonly onNode: OnNode | undefined;
}

/** Compiles a valid chain: every wire has its ends, every node its type, and nothing loops. */
class Compiler {
  readonly #host: ChainHost;
  readonly #nodes: ReadonlyMap<string, ChainNode>;
  readonly #readings: ReadonlyMap<string, ReadNode>;
  readonly #chain: ChainDefinition;
  readonly #onNode: OnNode | undefined;
  readonly #steps = new Map<string, Step>();

  constructor({ chain, nodes, host, onNode }: CompilerParts) {
    this.#chain = chain;
    this.#host = host;
    this.#onNode = onNode;
    this.#nodes = new Map(chain.nodes.map((node) => [node.id, node]));
    this.#readings = new Map(chain.nodes.map(({ id }, place) => [id, nodes[place]!]));
  }

  step(node: ChainNode): Step {
    const known = this.#steps.get(node.id);
    if (known !== undefined) return known;
    const read = this.#readings.get(node.id)!;
    if (!read.ok) throw new Error(`Node "${node.id}" was validated and yet has a bad configuration.`);
    const names = outputsOf(read.type, read.config);
    const outputs = new Map(names.map((name) => [name, this.#output(node, name)]));
    const place = { nodeId: node.id, label: nodeLabel(node), host: this.#host };
    const wiring: NodeWiring = {
      place,
      nodeId: node.id,
      host: this.#host,
      output: (name) => outputs.get(name)!,
      fail: this.#failure(node),
      // The key includes the type, because the numbers of another type of node under the same id would mean something else.
      states: (size) => this.#host.states(`${node.id} ${node.type}`, size),
    };
    const { observer } = this.#host;
    this.#onNode?.(node);
    const counted = metered(read.type.compile(read.config, wiring), place, read.type.steps);
    const compiled = announced(counted, node, this.#onNode);
    const step = observed(compiled, node.id, observer);
    this.#steps.set(node.id, step);
    return step;
  }

  #output(node: ChainNode, output: string): Step {
    const counter = this.#host.counter(node.id, output);
    const next = this.#targets(node, output);
    const host = this.#host;
    const leave = next === null ? endAt(counter, host) : passOn(counter, next);
    const { observer } = host;
    if (observer === null) return leave;
    return (reading) => {
      observer.left(node.id, output, reading);
      leave(reading);
    };
  }

  #failure(node: ChainNode): NodeWiring["fail"] {
    const host = this.#host;
    const isWired = this.#targets(node, failureOutput) !== null;
    const leave = isWired ? this.#output(node, failureOutput) : null;
    const counter = host.counter(node.id, failureOutput);
    return (reading, reason) => {
      host.failed(reading, node.id, reason);
      if (leave !== null) {
        leave(reading);
        return;
      }
      counter.readings++;
      host.observer?.left(node.id, failureOutput, reading);
      host.deadLetter(reading, node.id, reason);
    };
  }

  /** Returns null if no wire leaves by this output. */
  #targets(node: ChainNode, output: string): Step | null {
    const steps = this.#chain.wires
      .filter((wire) => wire.from === node.id && wire.output === output)
      .map(({ to }) => this.step(this.#nodes.get(to)!));
    return steps.length === 0 ? null : oneAfterTheOther(steps);
  }
}

// The two below are separate functions so that their results hold on to no more than they need: with a thousand chains in use,
// the time of a reading is the time to fetch its chain from memory.
function passOn(counter: OutputCounter, next: Step): Step {
  return (reading) => {
    counter.readings++;
    next(reading);
  };
}

function endAt(counter: OutputCounter, host: ChainHost): Step {
  return () => {
    counter.readings++;
    host.ended(counter);
  };
}

/** Each of several wires gets the reading as it left the node, whatever earlier wires did to it. */
function oneAfterTheOther(steps: readonly Step[]): Step {
  if (steps.length === 1) return steps[0]!;
  return (reading) => {
    const { value, metadata } = reading;
    for (const step of steps) {
      reading.value = value;
      reading.metadata = metadata;
      step(reading);
    }
  };
}

/** Without an observer, a reading pays nothing. */
function announced(step: Step, node: ChainNode, onNode: OnNode | undefined): Step {
  if (onNode === undefined) return step;
  return (reading) => {
    onNode(node);
    step(reading);
  };
}

/** For nodes that cost so much that an additional call does not matter. */
function metered(step: Step, place: NodePlace, steps: number | undefined): Step {
  if (steps === undefined) return step;
  return (reading) => {
    readingMeter.enter(place, steps);
    step(reading);
  };
}

function observed(step: Step, nodeId: string, observer: ChainObserver | null): Step {
  if (observer === null) return step;
  return (reading) => {
    observer.entered(nodeId, reading);
    step(reading);
  };
}
