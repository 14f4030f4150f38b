import { type Frame, spend } from "./scope.ts";
import { isList, type Value } from "./value.ts";

/** The cost of comparing two elements, without their contents. */
const elementSteps = 8;

/** Compares JSON deeply. Values of different kinds are different, not an error. */
export function equals(one: Value, other: Value, frame: Frame): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (isList(one)) return isList(other) && equalLists(one, other, frame);
  if (isList(other)) return false;
  const keys = Object.keys(one);
  spend(frame, keys.length * elementSteps);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && equals(one[key]!, other[key]!, frame));
}

function equalLists(one: readonly Value[], other: readonly Value[], frame: Frame): boolean {
  spend(frame, one.length * elementSteps);
  return one.length === other.length && one.every((value, index) => equals(value, other[index]!, frame));
}
