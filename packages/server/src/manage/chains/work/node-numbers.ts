import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { storedChain } from "../../../control/chains/stored-chain.ts";
import type { ChainOrder } from "./do-chain-work.ts";

/**
 * Numbers for the nodes of a piece of work, so that the thread can report its place with one number: the index of the
 * chain among those of the order, and the index of the node in the chain. Both threads count in the same way.
 */
const placeBits = 16;
const placesMax = 1 << placeBits;

export const noNode = -1;

interface OrderedChain {
  /** Null for the chain that is checked or tried itself. */
  readonly uuid: string | null;
  readonly name: string;
  readonly definition: () => ChainDefinition;
}

/** A node, and its chain if that is not the one that is checked or tried. */
export interface NumberedNode {
  readonly node: ChainNode;
  readonly chainName: string | null;
}

/** For the working thread. Nodes of other chains get their numbers when those are read. */
export class NodeNumbers {
  readonly #numbers = new Map<ChainNode, number>();
  readonly #chains: readonly OrderedChain[];

  constructor(order: ChainOrder) {
    this.#chains = chainsOf(order);
    for (const [place, { uuid, definition }] of this.#chains.entries()) {
      if (uuid === null) this.#number(place, definition());
    }
  }

  addChain(uuid: string, definition: ChainDefinition): void {
    this.#number(
      this.#chains.findIndex((chain) => chain.uuid === uuid),
      definition,
    );
  }

  of(node: ChainNode | null): number {
    return node === null ? noNode : (this.#numbers.get(node) ?? noNode);
  }

  #number(chainPlace: number, { nodes }: ChainDefinition): void {
    for (const [place, node] of nodes.entries()) {
      this.#numbers.set(node, (chainPlace << placeBits) | Math.min(place, placesMax - 1));
    }
  }
}

/** For the waiting thread. */
export function findNode(order: ChainOrder, number: number): NumberedNode | null {
  if (number === noNode) return null;
  const chain = chainsOf(order)[number >> placeBits];
  const node = chain?.definition().nodes[number & (placesMax - 1)];
  if (chain === undefined || node === undefined) return null;
  return { node, chainName: chain.uuid === null ? null : chain.name };
}

function chainsOf(order: ChainOrder): readonly OrderedChain[] {
  switch (order.kind) {
    case "expression":
    case "alert rule":
      return [];
    case "facts":
      return [tried(order.definition)];
    case "rehearse":
    case "compare": {
      const { definition, published, chains } = order.trial;
      const others = Array.from(chains, ([uuid, { name, text }]) => ({
        uuid,
        name,
        definition: () => storedChain(text),
      }));
      return [tried(definition), ...(published === null ? [] : [tried(published.definition)]), ...others];
    }
  }
}

function tried(definition: ChainDefinition): OrderedChain {
  return { uuid: null, name: "", definition: () => definition };
}
