import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { CallAnswer } from "../../../api/route-types.ts";
import { plural } from "../../../format/number.ts";
import type { HighlightStep } from "./editor-store.ts";
import { type KnownChain, titleOf } from "./node-titles.ts";

export type DryRun = CallAnswer<"dryRunChain">["readings"][number];
export type Effect = DryRun["effects"][number];
export type Trace = CallAnswer<"readChainTrace">;
export type TracedRun = Trace["readings"][number];
export type Step = TracedRun["steps"][number];

/** The path of one reading through a chain, from a dry run or a trace, ready to be stepped through. */
export interface ShownRun {
  readonly key: string;
  readonly at: string;
  readonly value: number;
  readonly metadata: unknown;
  readonly outcome: DryRun["outcome"]["kind"] | TracedRun["outcome"];
  /** How it ended, in a sentence. */
  readonly end: string;
  readonly steps: readonly Step[];
  /** What it would do. Empty for a traced reading, of which only the path is known. */
  readonly effects: readonly Effect[];
  /** Shown beside the value in lists, such as the sensor. */
  readonly about?: string;
  /** Where to find the dead letter that a traced reading became. */
  readonly deadOf?: { readonly device: string; readonly chain: string };
}

export const outcomes = {
  saved: { tone: "ok", word: "Saved" },
  already_stored: { tone: "neutral", word: "Already stored" },
  ended: { tone: "neutral", word: "Not saved" },
  dead: { tone: "bad", word: "Dead letter" },
} as const satisfies Record<ShownRun["outcome"], object>;

/** `chain` is what the runs went through. Names come from there, not from what is being edited meanwhile. */
export function dryRuns(readings: readonly DryRun[], chain: KnownChain): ShownRun[] {
  return readings.map((reading, index) => ({
    ...reading,
    key: String(index),
    outcome: reading.outcome.kind,
    end: endOfDryRun(reading.outcome, chain),
  }));
}

function endOfDryRun(outcome: DryRun["outcome"], chain: KnownChain): string {
  switch (outcome.kind) {
    case "saved":
      return "The reading would be saved.";
    case "ended":
      return `The reading would not be saved: it ends at “${titleOf(chain, outcome.node)}”, whose ${outcome.output} output is not connected.`;
    case "dead":
      return `The reading would become a dead letter at “${titleOf(chain, outcome.node)}”: ${outcome.reason}`;
  }
}

/** The traced readings of one sensor, or of all if it is "", newest first. */
export function tracedRuns(
  { seen, readings }: Trace,
  sensor: string,
  chain: KnownChain,
  nameOf: (reading: TracedRun) => string,
): ShownRun[] {
  // They arrive oldest first. The number of readings before them makes the keys unique.
  const before = seen - readings.length;
  return readings
    .map((reading, index) => ({ reading, key: String(before + index) }))
    .filter(({ reading }) => sensor === "" || reading.sensor.uuid === sensor)
    .reverse()
    .map(({ reading, key }) => ({
      key,
      at: reading.at,
      value: reading.value,
      metadata: reading.metadata,
      outcome: reading.outcome,
      steps: reading.steps,
      effects: [],
      end: endOfTraced(reading, chain),
      about: nameOf(reading),
      ...(reading.outcome === "dead"
        ? { deadOf: { device: reading.device, chain: reading.chain.uuid } }
        : {}),
    }));
}

function endOfTraced({ outcome, reason, steps }: TracedRun, chain: KnownChain): string {
  const last = steps.at(-1);
  const place = last === undefined ? "" : ` at “${titleOf(chain, last.node)}”`;
  if (outcome === "saved") return "The reading was saved.";
  if (outcome === "already_stored") return "The reading was already stored, so it was not saved again.";
  if (outcome === "ended") return `The reading was not saved: it ended${place}.`;
  return `The reading became a dead letter${place}: ${reason}`;
}

/** The path of a run for the canvas to draw. */
export function highlightOf(steps: readonly Step[]): HighlightStep[] {
  return steps.map(({ node, output, out, in: entered }) => ({
    nodeId: node,
    output,
    value: (out ?? entered).value,
  }));
}

/**
 * The effects of each step, and those that belong to no step. Most effects name their node. Saving and clearing do not, so
 * they are assigned in order to the nodes that do such things.
 */
export function effectsByStep(run: Pick<ShownRun, "effects" | "steps">, { definition }: KnownChain) {
  const left = [...run.effects];
  const types = new Map(definition.nodes.map(({ id, type }) => [id, type]));
  const takenBy = (step: Step, type: string | undefined) => (effect: Effect) => {
    if ("node" in effect) return effect.node === step.node;
    if (effect.kind === "save") return type === "save";
    return type === "clear-alarm" && step.output === "cleared";
  };
  const byStep = run.steps.map((step) => {
    const fits = takenBy(step, types.get(step.node));
    const taken: Effect[] = [];
    for (let index = left.findIndex(fits); index !== -1; index = left.findIndex(fits)) {
      taken.push(...left.splice(index, 1));
      if (taken.at(-1)?.kind === "save") break;
    }
    return taken;
  });
  return { byStep, elsewhere: left };
}

/** Tells whether a wire leaves the output that a step ended with, to the next step if one is given. */
export function isWired({ wires }: ChainDefinition, { node, output }: Step, next?: Step): boolean {
  return wires.some(
    (wire) => wire.from === node && wire.output === output && (next === undefined || wire.to === next.node),
  );
}

const counted = { saved: "saved", ended: "not saved" };

/** "3 readings: 2 saved, 1 dead letter." */
export function outcomeCounts(runs: readonly ShownRun[]): string {
  const kinds = ["saved", "ended", "dead"] as const;
  const parts = kinds
    .map((kind) => ({ kind, count: runs.filter(({ outcome }) => outcome === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => (kind === "dead" ? plural(count, "dead letter") : `${count} ${counted[kind]}`));
  return `${plural(runs.length, "reading")}: ${parts.join(", ")}.`;
}
