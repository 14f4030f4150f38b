import type { NodeCategory } from "@weir/protocol/closed-sets";
import type { ChainHost, SensorStates } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";
import type { ConfigOf, Fields } from "./config-fields.ts";
import type { NodePlace } from "./reading-meter.ts";

/**
 * What a kind of node is. Everything about it stands in one file under nodes/: what the editor draws, what it can be
 * configured with, and what it does. Palette, form, validation and documentation derive from it.
 */
export interface NodeType<F extends Fields = Fields> {
  readonly type: string;
  /** Of the configuration's form. A node of a newer version than this is refused. */
  readonly version: number;
  readonly category: NodeCategory;
  readonly title: string;
  /** In Markdown, one to three sentences: what it does, and which output takes what. */
  readonly help: string;
  /** Beside these every node but the input has `failure`. Those of a switch follow from its configuration. */
  readonly outputs: readonly string[] | ((config: ConfigOf<F>) => readonly string[]);
  /** Outputs that may lead nowhere without a warning: the reading was saved, or ending it is what the node is for. */
  readonly safeEnds?: readonly string[];
  /**
   * What a visit takes of a reading's steps (see reading-meter.ts), besides what the node counts while it runs. Left out
   * by nodes that count all of it themselves, and by those that take next to nothing: their visits are not counted.
   */
  readonly steps?: number;
  readonly fields: F;
  /** What no single field can tell. */
  readonly check?: (config: ConfigOf<F>) => readonly ConfigProblem[];
  /** Turns a configured node into a plain function. Called once per published version. */
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
  /** For the meter of what readings take. */
  readonly place: NodePlace;
  readonly nodeId: string;
  readonly host: ChainHost;
  /** Where an output leads. Look it up while compiling, call it while running. */
  output(name: string): Step;
  /** The node cannot handle the reading, which must be as it came in: it takes the failure output. */
  fail(reading: ChainReading, reason: string): void;
  /** A few numbers kept for each sensor; ask for them while compiling, at most once per node. */
  states(size: number): SensorStates;
}

export const failureOutput = "failure";
/** What is counted where a reading leaves for another chain, which is by no output of its node. */
export const noOutput = "";

/** Lets TypeScript derive the configuration's type from the fields; the catalogue knows nodes without it. */
export function defineNode<const F extends Fields>(node: NodeType<F>): NodeType {
  return node as unknown as NodeType;
}

export function outputsOf(type: NodeType, config: ConfigOf<Fields>): readonly string[] {
  return typeof type.outputs === "function" ? type.outputs(config) : type.outputs;
}
