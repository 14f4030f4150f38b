import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { CallAnswer } from "../../../api/route-types.ts";
import type { Tone } from "../../../ui/badge.tsx";
import type { NodeType } from "../editor/use-editor.ts";
import { nodeTitle } from "./node-titles.ts";

export type DryRun = CallAnswer<"dryRunChain">["readings"][number];
export type Effect = DryRun["effects"][number];
export type Step = DryRun["steps"][number];
export type TracedRun = CallAnswer<"readChainTrace">["readings"][number];

/** One reading's way through a chain, rehearsed or watched, ready to be stepped through. */
export interface ShownRun {
  readonly key: string;
  readonly at: string;
  readonly value: number;
  readonly metadata: unknown;
  readonly outcome: DryRun["outcome"]["kind"] | TracedRun["outcome"];
  /** In a full sentence. */
  readonly end: string;
  readonly steps: readonly Step[];
  /** What it would do; of a reading that was watched only the way is known. */
  readonly effects: readonly Effect[];
  /** Beside the value in lists, such as the sensor. */
  readonly about?: string;
  /** Where it really became a dead letter: of which device, to find it by. */
  readonly deadOf?: { readonly device: string; readonly chain: string };
}

/** What a run went through: names come from there, not from what is being edited meanwhile. */
export interface RunChain {
  readonly definition: ChainDefinition;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
}

/** A node may be gone since; its id is all that is left then. */
export function titleOf({ definition, nodeTypes }: RunChain, id: string): string {
  const node = definition.nodes.find((candidate) => candidate.id === id);
  return node === undefined ? id : nodeTitle(node, nodeTypes);
}

export function typeOf({ definition, nodeTypes }: RunChain, id: string): NodeType | undefined {
  return nodeTypes.get(definition.nodes.find((candidate) => candidate.id === id)?.type ?? "");
}

export const outcomes: Record<ShownRun["outcome"], { readonly tone: Tone; readonly word: string }> = {
  saved: { tone: "ok", word: "Saved" },
  already_stored: { tone: "neutral", word: "Already stored" },
  ended: { tone: "neutral", word: "Not saved" },
  dead: { tone: "bad", word: "Dead letter" },
};

export function endOf(outcome: DryRun["outcome"], chain: RunChain): string {
  switch (outcome.kind) {
    case "saved":
      return "The reading would be saved.";
    case "ended":
      return `The reading would not be saved: it ends at “${titleOf(chain, outcome.node)}”, whose ${outcome.output} output is not connected.`;
    case "dead":
      return `The reading would become a dead letter at “${titleOf(chain, outcome.node)}”: ${outcome.reason}`;
  }
}

export function endOfTraced({ outcome, reason, steps }: TracedRun, chain: RunChain): string {
  const last = steps.at(-1);
  const place = last === undefined ? "" : ` at “${titleOf(chain, last.node)}”`;
  if (outcome === "saved") return "The reading was saved.";
  if (outcome === "already_stored") return "The reading was already stored, so it was not saved again.";
  if (outcome === "ended") return `The reading was not saved: it ended${place}.`;
  return `The reading became a dead letter${place}: ${reason}`;
}

/**
 * The effects of each step, and those that cannot be told apart by it. Most name their node; saving and clearing do not,
 * so they are taken in order by the nodes that do such things.
 */
export function effectsByStep(run: ShownRun, { definition }: RunChain) {
  const left = [...run.effects];
  const typeOf = new Map(definition.nodes.map(({ id, type }) => [id, type]));
  const takenBy = (step: Step, type: string | undefined) => (effect: Effect) => {
    if ("node" in effect) return effect.node === step.node;
    if (effect.kind === "save") return type === "save";
    return type === "clear-alarm" && step.output === "cleared";
  };
  const byStep = run.steps.map((step) => {
    const fits = takenBy(step, typeOf.get(step.node));
    const taken: Effect[] = [];
    for (let place = left.findIndex(fits); place !== -1; place = left.findIndex(fits)) {
      taken.push(...left.splice(place, 1));
      if (taken.at(-1)?.kind === "save") break;
    }
    return taken;
  });
  return { byStep, elsewhere: left };
}

/** Whether the second step follows the first along a wire, rather than being another branch. */
export function isWired({ wires }: ChainDefinition, from: Step, to: Step): boolean {
  return wires.some((wire) => wire.from === from.node && wire.output === from.output && wire.to === to.node);
}
