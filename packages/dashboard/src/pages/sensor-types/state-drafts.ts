import type { ValueState } from "@weir/protocol/manage/value-states";
import { numberText } from "../../format/number-text.ts";
import { readTypedNumber } from "../../format/typed-number.ts";

/** A named value while it is typed. */
export interface StateDraft {
  readonly value: string;
  readonly name: string;
}

export function stateDrafts(states: readonly ValueState[] | null | undefined): readonly StateDraft[] {
  return (states ?? []).map(({ value, name }) => ({ value: numberText(value), name }));
}

/** The typed states in the order of their values, null without any, undefined while one is incomplete or named twice. */
export function typedStates(drafts: readonly StateDraft[]): ValueState[] | null | undefined {
  if (drafts.length === 0) return null;
  const states = drafts.flatMap(({ value, name }): ValueState[] => {
    const typed = readTypedNumber(value);
    return typed.kind === "number" && name.trim() !== "" ? [{ value: typed.value, name: name.trim() }] : [];
  });
  const isWhole =
    states.length === drafts.length && new Set(states.map(({ value }) => value)).size === states.length;
  return isWhole ? states.sort((a, b) => a.value - b.value) : undefined;
}
