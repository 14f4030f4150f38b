import type { ValueState } from "@weir/protocol/manage/value-states";
import { InvalidArgumentError } from "commander";
import { parseNumber } from "./parse-number.ts";

export const valueStatesForm = "value=name,…";

/** Reads names of values as people type them, such as `0=Closed,1=Open`. */
export function readValueStates(text: string): readonly ValueState[] {
  return text.split(",").map((one) => {
    const [, value = "", name = ""] = /^([^=]*)=(.*)$/.exec(one) ?? [];
    if (name.trim() === "") throw new InvalidArgumentError("Write it like 0=Closed,1=Open.");
    return { value: parseNumber(value.trim()), name: name.trim() };
  });
}

export function writeValueStates(states: readonly ValueState[] | null): string {
  return states === null ? "-" : states.map(({ value, name }) => `${value}=${name}`).join(",");
}
