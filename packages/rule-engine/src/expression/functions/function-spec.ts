import type { Kind, Kinds } from "../read-term.ts";
import type { Size, Term } from "../term.ts";
import type { Value } from "../value.ts";
import type { ValueType } from "../value-type.ts";

/**
 * A function of expressions: what it takes, what it gives and costs, and what the editor and the docs say about it. A
 * method is called on its first parameter: `text.contains(part)`. Several of one name tell each other apart by kinds.
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
  /** Steps besides those of its operands; left out where that does not depend on them. */
  readonly steps?: (...sizes: Size[]) => number;
  /** Left out for what has no size, such as a number. */
  readonly size?: (...sizes: Size[]) => Size;
}

export interface Parameter {
  readonly name: string;
  readonly kind: Kind;
}

type Values<P extends readonly Parameter[]> = { [I in keyof P]: Kinds[P[I]["kind"]] };

/** Holds `call` to the kinds of the parameters. Whoever calls it reads operands by those kinds, so that they fit. */
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
