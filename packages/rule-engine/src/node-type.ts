import type { NodeCategory } from "@weir/protocol/closed-sets";
import type { ChainHost, SensorStates } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";
import type { ConfigOf, Fields } from "./config-fields.ts";
import type { NodePlace } from "./node-place.ts";

/**
 * A type of node. Everything about it is in one file under nodes/: what the editor draws, its configuration, and what it does.
 * Palette, form, validation and documentation derive from it.
 */
export interface NodeType<F extends Fields = Fields> {
  readonly type: string;
  /** The version of the configuration's form. A node of a newer version is refused. */
  readonly version: number;
  readonly category: NodeCategory;
  readonly title: string;
  /** In Markdown, one to three sentences: what it does, and which output gets which readings. */
  readonly help: string;
  /** Besides these every node but the input has `failure`. The outputs of a switch follow from its configuration. */
  readonly outputs: readonly string[] | ((config: ConfigOf<F>) => readonly string[]);
  /** Outputs that may lead nowhere without a warning: the reading was saved, or ending it is the purpose of the node. */
  readonly safeEnds?: readonly string[];
  /**
   * The cost of a visit in a reading's steps (see reading-meter.ts), besides what the node counts while it runs. Left out by
   * nodes that count everything themselves, and by those that cost almost nothing: their visits are not counted.
   */
  readonly steps?: number;
  readonly fields: F;
  /** Checks that involve more than one field. */
  readonly check?: (config: ConfigOf<F>) => readonly ConfigProblem[];
  /** Compiles a configured node into a plain function. Called once per published version. */
  compile(config: ConfigOf<F>, wiring: NodeWiring): Step;
}

export interface ConfigProblem {
  /** The field, with dots and indexes for a row of a list: `cases.0.when`. */
  readonly field: string;
  readonly message: string;
}

/** A node with its wires, ready to run: takes the reading and passes it on, or lets it end. Hot, allocates nothing. */
export type Step = (reading: ChainReading) => void;

export interface NodeWiring {
  /** For the meter of steps. */
  readonly place: NodePlace;
  readonly nodeId: string;
  readonly host: ChainHost;
  /** Returns where an output leads. Look it up while compiling, call it while running. */
  output(name: string): Step;
  /** Call this if the node cannot handle the reading, which must be unchanged: it takes the failure output. */
  fail(reading: ChainReading, reason: string): void;
  /** Returns a few numbers per sensor; ask for them while compiling, at most once per node. */
  states(size: number): SensorStates;
}

export const failureOutput = "failure";
/** The name under which readings are counted that leave for another chain, because they leave by no output. */
export const noOutput = "";

/** Lets TypeScript derive the configuration's type from the fields; the catalogue knows nodes without it. */
export function defineNode<const F extends Fields>(node: NodeType<F>): NodeType {
  return node as unknown as NodeType;
}

export function outputsOf(type: NodeType, config: ConfigOf<Fields>): readonly string[] {
  return typeof type.outputs === "function" ? type.outputs(config) : type.outputs;
}
