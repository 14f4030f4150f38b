import type { ExpressionResult } from "@weir/protocol/closed-sets";
/**
 * The configuration of a node, described once: validation uses it, the editor draws its form from it, and the documentation
 * lists it. The type of a node's configuration follows from its fields.
 */
export type Field = NumberField | TextField | ChoiceField | FlagField | ExpressionField | ListField;
export type Fields = Readonly<Record<string, Field>>;

interface Described {
  readonly label: string;
  readonly help?: string;
}

interface NumberField extends Described {
  readonly kind: "number";
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  readonly unit?: string;
  readonly optional?: boolean;
  readonly default?: number;
}

interface TextField extends Described {
  readonly kind: "text";
  readonly maxLength: number;
  readonly multiline?: boolean;
  readonly optional?: boolean;
  readonly default?: string;
  /** Whether `{{secret.NAME}}` in it stands for a secret of the account. */
  readonly takesSecrets?: boolean;
  /** Returns the problem of the text in a sentence, or null. */
  readonly check?: (text: string) => string | null;
}

interface ChoiceField<Option extends string = string> extends Described {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** Labels for options that do not explain themselves. */
  readonly optionLabels?: Readonly<Partial<Record<Option, string>>>;
  readonly optional?: boolean;
  readonly default?: Option;
}

interface FlagField extends Described {
  readonly kind: "flag";
  readonly default: boolean;
}

interface ExpressionField extends Described {
  readonly kind: "expression";
  readonly result: ExpressionResult;
  readonly default?: string;
}

/** Rows of the same shape, for example the cases of a switch. */
interface ListField<Item extends Fields = Fields> extends Described {
  readonly kind: "list";
  readonly of: Item;
  readonly itemsMin: number;
  readonly itemsMax: number;
  readonly default?: readonly Readonly<Record<string, unknown>>[];
}

export type ConfigOf<F extends Fields> = { readonly [Key in keyof F]: ValueOf<F[Key]> };

type ValueOf<F> =
  F extends ListField<infer Item>
    ? readonly ConfigOf<Item>[]
    : F extends ChoiceField<infer Option>
      ? OrNull<F, Option>
      : F extends NumberField
        ? OrNull<F, number>
        : F extends FlagField
          ? boolean
          : F extends TextField | ExpressionField
            ? OrNull<F, string>
            : never;

type OrNull<F, Value> = F extends { readonly optional: true } ? Value | null : Value;

export function number<const Options extends Omit<NumberField, "kind">>(
  options: Options,
): Options & { kind: "number" } {
  return { kind: "number", ...options };
}

export function text<const Options extends Omit<TextField, "kind">>(
  options: Options,
): Options & { kind: "text" } {
  return { kind: "text", ...options };
}

export function choice<const Option extends string, const Options extends Omit<ChoiceField<Option>, "kind">>(
  options: Options & { readonly options: readonly Option[] },
): Options & { kind: "choice"; options: readonly Option[] } {
  return { kind: "choice", ...options };
}

export function flag<const Options extends Omit<FlagField, "kind">>(
  options: Options,
): Options & { kind: "flag" } {
  return { kind: "flag", ...options };
}

export function expression<const Options extends Omit<ExpressionField, "kind">>(
  options: Options,
): Options & { kind: "expression" } {
  return { kind: "expression", ...options };
}

export function list<const Item extends Fields, const Options extends Omit<ListField<Item>, "kind">>(
  options: Options & { readonly of: Item },
): Options & { kind: "list"; of: Item } {
  return { kind: "list", ...options };
}
