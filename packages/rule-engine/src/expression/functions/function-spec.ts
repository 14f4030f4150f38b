import type { Kind, Kinds } from "../read-term.ts";
import type { Size, Term } from "../term.ts";
import type { Value } from "../value.ts";
import type { ValueType } from "../value-type.ts";

/**
 * A function of expressions: its parameters, result and cost, and its description in the editor and the docs. A method is
 * called on its first parameter: `text.contains(part)`. Functions of the same name are distinguished by kinds.
 */
export interface FunctionSpec {
  readonly name: string;
  readonly method: boolean;
  readonly parameters: readonly Parameter[];
  readonly result: ValueType | ((terms: readonly Term[]) => ValueType);
  readonly help: string;
  /** An expression that uses it. */
  readonly example: string;
  readonly call: (...values: never[]) => Value;
  /** Steps besides those of its operands; left out if they do not depend on the operands. */
  readonly steps?: (...sizes: Size[]) => number;
  /** Left out for values without a size, such as numbers. */
  readonly size?: (...sizes: Size[]) => Size;
}

export interface Parameter {
  readonly name: string;
  readonly kind: Kind;
}

type Values<P extends readonly Parameter[]> = { [I in keyof P]: Kinds[P[I]["kind"]] };

/** Checks `call` against the kinds of the parameters. Callers read operands by these kinds, so they fit. */
export function defineFunction<const P extends readonly Parameter[]>(
  spec: Omit<FunctionSpec, "parameters" | "call"> & {
    readonly parameters: P;
    readonly call: (...values: Values<P>) => Value;
  },
): FunctionSpec {
  return spec as unknown as FunctionSpec;
}

/** `text.contains(part)`, `min(a, b)` */
export function signatureOf({ name, method, parameters }: FunctionSpec): string {
  const names = parameters.map((parameter) => parameter.name);
  return method ? `${names[0]}.${name}(${names.slice(1).join(", ")})` : `${name}(${names.join(", ")})`;
}
