import type { ChainDefinition, ChainNode } from "./chain.ts";
import { nodeCatalogue } from "./node-catalogue.ts";
import { failureOutput, noOutput, outputsOf } from "./node-type.ts";
import { readSettings } from "./read-config.ts";

/** The counts of one output of one node. */
export interface OutputCount {
  readonly nodeId: string;
  readonly output: string;
  readonly readings: number;
  /** How many of these readings ended here unsaved. */
  readonly ended: number;
}

export interface NodeTraffic {
  readonly nodeId: string;
  /** Readings that entered it: as many as have left it again, whichever way. */
  readonly in: number;
  /**
   * Readings that left, by output, in the order of the node's type. Readings that failed or went to another chain are not
   * included.
   */
  readonly out: readonly OutputTraffic[];
  /** Readings that the node could not handle, whatever became of them then. */
  readonly failed: number;
  /** Readings that ended at this node unsaved, by any output. */
  readonly ended: number;
}

interface OutputTraffic {
  readonly output: string;
  readonly readings: number;
  readonly ended: number;
}

/**
 * Computes the traffic of each node of a chain, in the chain's order, from the counts of readings that left it. Counts start
 * when the node was added, whatever led to it since.
 */
export function nodeTraffic(chain: ChainDefinition, counts: Iterable<OutputCount>): NodeTraffic[] {
  const byNode = new Map<string, Map<string, OutputCount>>(chain.nodes.map(({ id }) => [id, new Map()]));
  for (const count of counts) byNode.get(count.nodeId)?.set(count.output, count);
  return chain.nodes.map((node) => {
    const counted = byNode.get(node.id)!;
    const all = [...counted.values()];
    return {
      nodeId: node.id,
      in: sum(all, ({ readings }) => readings),
      out: outputNames(node, counted.keys()).map((output) => toTraffic(output, counted.get(output))),
      failed: counted.get(failureOutput)?.readings ?? 0,
      ended: sum(all, ({ ended }) => ended),
    };
  });
}

/** Returns the outputs of the node's type as configured, then those that only earlier versions had. */
function outputNames(node: ChainNode, counted: Iterable<string>): string[] {
  const names = new Set([...declaredOutputs(node), ...counted]);
  names.delete(failureOutput);
  names.delete(noOutput);
  return [...names];
}

function declaredOutputs(node: ChainNode): readonly string[] {
  const type = nodeCatalogue.get(node.type);
  if (type === undefined) return [];
  const read = readSettings(type.fields, node.config);
  return read.ok ? outputsOf(type, read.config) : [];
}

function toTraffic(output: string, count: OutputCount | undefined): OutputTraffic {
  return { output, readings: count?.readings ?? 0, ended: count?.ended ?? 0 };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
