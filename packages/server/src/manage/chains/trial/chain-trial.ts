import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import {
  compareRuns,
  differencesMax,
  type RunComparison,
  type RunTotals,
} from "@weir/rule-engine/compare-runs";
import type { OnNode } from "@weir/rule-engine/read-nodes";
import { Rehearsal, type RehearsedReading } from "@weir/rule-engine/rehearsal";
import { validateChain } from "@weir/rule-engine/validate-chain";
import { storedChain } from "../../../control/chains/stored-chain.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";

/** A chain to try, with everything that it can reach. Plain data, so that another thread can try it. */
export interface Trial {
  readonly definition: ChainDefinition;
  /** The chain that its readings, or those of the sensor, go through now. */
  readonly published: TitledDefinition | null;
  /** Ids of the device's sensors by their slug. */
  readonly sensorIds: ReadonlyMap<string, number>;
  /** All chains that readings may be handed on to, by UUID. */
  readonly chains: ReadonlyMap<string, TrialChain>;
}

export interface TitledDefinition {
  readonly title: string;
  readonly definition: ChainDefinition;
}

/** A published chain that is compiled only if a reading reaches it. */
export interface TrialChain {
  readonly name: string;
  /** Its definition as JSON text. */
  readonly text: string;
}

/** The limits of a trial, and who is notified about its nodes. */
export interface TrialLimits {
  readonly isTimeUp: () => boolean;
  readonly onNode?: OnNode | undefined;
  /** Called with another chain before its nodes are processed. */
  readonly onChain?: ((uuid: string, definition: ChainDefinition) => void) | undefined;
}

/** The maximum size of all steps and metadata that a dry run reports. Each step counts as this many characters. */
const answeredCharactersMax = 8 * 1024 * 1024;
const stepCharacters = 100;

/**
 * Runs readings through the chain without any effect. State starts empty and continues from reading to reading. If time
 * is up, or the report becomes too long, there are fewer runs than readings.
 */
export function rehearseReadings(
  trial: Trial,
  readings: readonly ChainReading[],
  limits: TrialLimits,
): Result<RehearsedReading[]> {
  const made = rehearse(trial, trial.definition, limits);
  if (!made.ok) return made;
  const runs: RehearsedReading[] = [];
  let characters = 0;
  for (const reading of readings) {
    if (limits.isTimeUp() || characters > answeredCharactersMax) break;
    const run = made.value.run(reading);
    characters += charactersOf(run);
    runs.push(run);
  }
  return succeed(runs);
}

export interface TrialComparison extends RunComparison {
  /** Whether it reached the end of the readings. */
  readonly isComplete: boolean;
  /** The time of the last reading that was compared; null if there was none. */
  readonly untilUs: number | null;
}

/**
 * Runs the same readings through the published and the tested version, and reports the differences. It yields for each
 * page of readings, and takes null for their end.
 */
export function* compareWithPublished(
  trial: Trial,
  limits: TrialLimits & { readonly readingsMax: number },
): Generator<void, Result<TrialComparison>, readonly ChainReading[] | null> {
  const { published, definition } = trial;
  if (published === null)
    return refuse("chain_unpublished", "There is no published version to compare with.");
  const before = rehearse(trial, published.definition, limits);
  if (!before.ok) return before;
  const after = rehearse(trial, definition, limits);
  if (!after.ok) return after;
  let compared = compareRuns([], before.value, after.value);
  let untilUs: number | null = null;
  for (let page = yield; page !== null; page = yield) {
    for (const reading of page) {
      if (compared.readings === limits.readingsMax || limits.isTimeUp()) {
        return succeed({ ...compared, isComplete: false, untilUs });
      }
      compared = together(compared, compareRuns([reading], before.value, after.value));
      untilUs = reading.atUs;
    }
  }
  return succeed({ ...compared, isComplete: true, untilUs });
}

function rehearse(trial: Trial, definition: ChainDefinition, limits: TrialLimits): Result<Rehearsal> {
  const { onNode } = limits;
  const made = Rehearsal.of(definition, {
    sensorId: (slug) => trial.sensorIds.get(slug),
    chain: (uuid) => parseChain(trial, uuid, limits),
    onNode,
  });
  if (made.ok) return made;
  const problems = validateChain(definition, onNode).filter(({ severity }) => severity === "error");
  const message = `The chain cannot run. ${made.error}`;
  return { ok: false, error: { code: "chain_invalid", message, problems } };
}

function parseChain({ chains }: Trial, uuid: string, { onChain }: TrialLimits): ChainDefinition | undefined {
  const chain = chains.get(uuid);
  if (chain === undefined) return undefined;
  const definition = storedChain(chain.text);
  onChain?.(uuid, definition);
  return definition;
}

function charactersOf({ steps }: RehearsedReading): number {
  const metadata = steps.map(({ input, result }) => input.metadata.length + (result?.metadata.length ?? 0));
  return metadata.reduce((sum, length) => sum + length + stepCharacters, 0);
}

function together(one: RunComparison, other: RunComparison): RunComparison {
  const { differingIn } = one;
  return {
    readings: one.readings + other.readings,
    published: sum(one.published, other.published),
    draft: sum(one.draft, other.draft),
    differing: one.differing + other.differing,
    differingIn: {
      outcome: differingIn.outcome + other.differingIn.outcome,
      values: differingIn.values + other.differingIn.values,
      alarms: differingIn.alarms + other.differingIn.alarms,
      messages: differingIn.messages + other.differingIn.messages,
    },
    differences: [...one.differences, ...other.differences].slice(0, differencesMax),
  };
}

function sum(one: RunTotals, other: RunTotals): RunTotals {
  return {
    saved: one.saved + other.saved,
    ended: one.ended + other.ended,
    dead: one.dead + other.dead,
    alarmsRaised: one.alarmsRaised + other.alarmsRaised,
    alarmsCleared: one.alarmsCleared + other.alarmsCleared,
    messages: one.messages + other.messages,
  };
}
