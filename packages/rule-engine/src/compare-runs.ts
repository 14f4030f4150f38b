import { type RunAspect, runAspects } from "@weir/protocol/closed-sets";
import type { ChainReading } from "./chain-reading.ts";
import type { RehearsedEffect, RehearsedReading } from "./rehearsal.ts";

/** Counts of what one version of a chain would have done to readings. */
export interface RunTotals {
  saved: number;
  ended: number;
  dead: number;
  alarmsRaised: number;
  alarmsCleared: number;
  messages: number;
}

export interface RunComparison {
  readonly readings: number;
  readonly published: Readonly<RunTotals>;
  readonly draft: Readonly<RunTotals>;
  /** How many readings differ, and in what. One reading may differ in several ways. */
  readonly differing: number;
  readonly differingIn: Readonly<Record<RunAspect, number>>;
  /** The first differences. */
  readonly differences: readonly RunDifference[];
}

interface RunDifference {
  readonly atUs: number;
  readonly value: number;
  readonly aspects: readonly RunAspect[];
  readonly published: RehearsedReading;
  readonly draft: RehearsedReading;
}

/** A chain that readings can be run through, one after another: see Rehearsal. */
interface Runnable {
  run(reading: ChainReading): RehearsedReading;
}

export const differencesMax = 20;

/**
 * Runs the same readings through both versions, and reports what would be different with the draft. The node at which an
 * unsaved reading ended, and the way it took, do not count as differences: only results that people would notice do.
 */
export function compareRuns(
  readings: Iterable<ChainReading>,
  published: Runnable,
  draft: Runnable,
): RunComparison {
  const totals = { published: noTotals(), draft: noTotals() };
  const differingIn: Record<RunAspect, number> = { outcome: 0, values: 0, alarms: 0, messages: 0 };
  const differences: RunDifference[] = [];
  let count = 0;
  let differing = 0;
  for (const reading of readings) {
    const { atUs, value } = reading;
    const inPublished = published.run(reading);
    const inDraft = draft.run(reading);
    count++;
    add(totals.published, inPublished);
    add(totals.draft, inDraft);
    const differsIn = runAspects.filter(
      (aspect) => aspectOf(inPublished, aspect) !== aspectOf(inDraft, aspect),
    );
    if (differsIn.length === 0) continue;
    differing++;
    for (const aspect of differsIn) differingIn[aspect]++;
    if (differences.length < differencesMax) {
      differences.push({ atUs, value, aspects: differsIn, published: inPublished, draft: inDraft });
    }
  }
  return { readings: count, ...totals, differing, differingIn, differences };
}

function noTotals(): RunTotals {
  return { saved: 0, ended: 0, dead: 0, alarmsRaised: 0, alarmsCleared: 0, messages: 0 };
}

function add(totals: RunTotals, { outcome, effects }: RehearsedReading): void {
  totals[outcome.kind]++;
  for (const { kind } of effects) {
    if (kind === "alarm raised") totals.alarmsRaised++;
    else if (kind === "alarm cleared") totals.alarmsCleared++;
    else if (kind === "message") totals.messages++;
  }
}

/** Returns the text that two results must share to be equal in this respect. Nodes may be renamed and wires reordered. */
function aspectOf({ outcome, effects }: RehearsedReading, aspect: RunAspect): string {
  if (aspect === "outcome") return outcome.kind;
  const texts = effects.map((effect) => textOf(effect, aspect)).filter((text) => text !== null);
  return texts.sort().join("\n");
}

function textOf(effect: RehearsedEffect, aspect: RunAspect): string | null {
  switch (effect.kind) {
    case "save":
      return aspect === "values" ? JSON.stringify([effect.sensorId, effect.value, effect.metadata]) : null;
    case "alarm raised":
      return aspect === "alarms" ? JSON.stringify(["raised", effect.alarm]) : null;
    case "alarm cleared":
      return aspect === "alarms" ? JSON.stringify(["cleared", effect.name]) : null;
    case "message":
      return aspect === "messages" ? JSON.stringify(effect.message) : null;
    default:
      return null;
  }
}
