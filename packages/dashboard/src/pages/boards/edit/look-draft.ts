import { thresholdsMax } from "@weir/protocol/manage/board-limits";
import type { ThresholdStatus } from "@weir/protocol/threshold-statuses";
import { numberText } from "../../../format/number-text.ts";
import { readTypedNumber } from "../../../format/typed-number.ts";
import { type StateDraft, stateDrafts, typedStates } from "../../sensor-types/state-drafts.ts";
import type { TileOf } from "../model/board.ts";
import { type StatusStep, statusSteps } from "../model/value-status.ts";

/** How the values of a tile are shown, while it is typed. An empty text leaves it to the sensor and its type. */
export interface LookDraft {
  readonly unit: string;
  readonly decimals: string;
  readonly min: string;
  readonly max: string;
  readonly thresholds: readonly { readonly from: string; readonly status: ThresholdStatus }[];
  readonly states: readonly StateDraft[];
}

type Look = Omit<TileOf<"value">["settings"], "source">;

export const emptyLook: LookDraft = { unit: "", decimals: "", min: "", max: "", thresholds: [], states: [] };

export function lookDraft({ unit = "", decimals, min, max, thresholds, states }: Look): LookDraft {
  // Values below the first bound are ok. In the form this is a threshold like the others, at the lower end of the scale.
  const steps = statusSteps(thresholds)
    .map(({ from, status }) => ({ from: Number.isFinite(from) ? from : min, status }))
    .filter((step): step is StatusStep => step.from !== undefined)
    .slice(-thresholdsMax);
  return {
    unit,
    decimals: numberText(decimals),
    min: numberText(min),
    max: numberText(max),
    thresholds: steps.map(({ from, status }) => ({ from: numberText(from), status })),
    states: stateDrafts(states),
  };
}

/** What was typed; null while a part of it is incomplete. What was left empty is missing. */
export function typedLook({ unit, decimals, min, max, thresholds, states }: LookDraft): Look | null {
  const numbers = [decimals, min, max].map(typedNumber);
  const froms = thresholds.map(({ from }) => typedNumber(from));
  const named = typedStates(states);
  if ([...numbers, ...froms].includes(null) || froms.includes(undefined) || named === undefined) return null;
  const [digits, low, high] = numbers as (number | undefined)[];
  if (low !== undefined && high !== undefined && low >= high) return null;
  return {
    ...(unit.trim() === "" ? {} : { unit: unit.trim() }),
    ...(digits === undefined ? {} : { decimals: digits }),
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
    ...(froms.length === 0
      ? {}
      : { thresholds: thresholds.map(({ status }, nth) => ({ from: froms[nth]!, status })) }),
    ...(named === null ? {} : { states: named }),
  };
}

/** Undefined for an empty field, null for text that is no number. */
function typedNumber(text: string): number | null | undefined {
  const typed = readTypedNumber(text);
  if (typed.kind === "nothing") return undefined;
  return typed.kind === "number" ? typed.value : null;
}
