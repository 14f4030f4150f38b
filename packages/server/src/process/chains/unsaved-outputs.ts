import { readNodes } from "@weir/rule-engine/read-nodes";
import { findUnsavedEnds } from "@weir/rule-engine/unsaved-ends";
import type { RunnableChain } from "./chain-directory.ts";

/**
 * Finds which outputs of a chain lose readings: the same ones that the editor warns about. Readings that end elsewhere
 * were ended on purpose: at a stop, by a deadband, or beside a branch that does so. Looked up once per published
 * version.
 */
export class UnsavedOutputs {
  readonly #byChain = new WeakMap<RunnableChain, ReadonlySet<string>>();

  has(chain: RunnableChain, nodeId: string, output: string): boolean {
    let known = this.#byChain.get(chain);
    if (known === undefined) {
      known = unsavedOutputsOf(chain);
      this.#byChain.set(chain, known);
    }
    return known.has(keyOf(nodeId, output));
  }
}

function unsavedOutputsOf({ ok, definition }: RunnableChain): ReadonlySet<string> {
  if (!ok) return new Set();
  const ends = findUnsavedEnds(definition, readNodes(definition.nodes, { wasChecked: true }));
  return new Set(ends.map(({ node, output }) => keyOf(node.id, output)));
}

function keyOf(nodeId: string, output: string): string {
  return JSON.stringify([nodeId, output]);
}
