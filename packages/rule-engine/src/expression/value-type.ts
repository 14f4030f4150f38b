/** What is known of a value before there is a reading. `dyn` is JSON of unknown shape, such as metadata. */
export type ValueType = SimpleType | ListType | MapType | RecordType;

interface SimpleType {
  readonly kind:
    | "bool"
    | "int"
    | "double"
    | "string"
    | "timestamp"
    | "duration"
    | "null"
    | "dyn"
    /** A number, or null. */
    | "nullable"
    /** The type of the elements of an empty list. */
    | "never";
}

interface ListType {
  readonly kind: "list";
  readonly of: ValueType;
}

/** A map whose keys are strings. */
interface MapType {
  readonly kind: "map";
  readonly of: ValueType;
}

/** A variable with fixed fields, such as `sensor`. */
interface RecordType {
  readonly kind: "record";
  readonly fields: readonly string[];
  readonly nullable: boolean;
}

export const boolType: ValueType = { kind: "bool" };
export const intType: ValueType = { kind: "int" };
export const doubleType: ValueType = { kind: "double" };
export const stringType: ValueType = { kind: "string" };
export const timestampType: ValueType = { kind: "timestamp" };
export const durationType: ValueType = { kind: "duration" };
export const nullType: ValueType = { kind: "null" };
export const dynType: ValueType = { kind: "dyn" };
export const nullableType: ValueType = { kind: "nullable" };
export const neverType: ValueType = { kind: "never" };

export function listOf(of: ValueType): ValueType {
  return { kind: "list", of };
}

export function mapOf(of: ValueType): ValueType {
  return { kind: "map", of };
}

const descriptions: Record<ValueType["kind"], string> = {
  bool: "true or false",
  int: "a number",
  double: "a number",
  string: "a string",
  timestamp: "a timestamp",
  duration: "a duration",
  null: "null",
  dyn: "a value whose type is not known",
  nullable: "a number or null",
  never: "nothing",
  list: "a list",
  map: "a map",
  record: "a group of fields",
};

const plurals: Readonly<Partial<Record<ValueType["kind"], string>>> = {
  int: "numbers",
  double: "numbers",
  string: "strings",
  timestamp: "timestamps",
  duration: "durations",
  list: "lists",
  map: "maps",
};

export function describeType(type: ValueType): string {
  const elements = type.kind === "list" ? plurals[type.of.kind] : undefined;
  return elements === undefined ? descriptions[type.kind] : `a list of ${elements}`;
}

export function isNumeric(type: ValueType): boolean {
  return type.kind === "int" || type.kind === "double" || type.kind === "nullable";
}

/** Returns whether values of the type are JSON, so that they may be used wherever metadata may. */
function isJson(type: ValueType): boolean {
  if (type.kind === "list" || type.kind === "map") return isJson(type.of);
  return type.kind !== "timestamp" && type.kind !== "duration" && type.kind !== "record";
}

/** Returns the type of a value that is one or the other, or null if the two do not fit together. */
export function unify(one: ValueType, other: ValueType): ValueType | null {
  if (one.kind === "never") return other;
  if (other.kind === "never") return one;
  if (one.kind === "list" && other.kind === "list") return wrap(listOf, unify(one.of, other.of));
  if (one.kind === "map" && other.kind === "map") return wrap(mapOf, unify(one.of, other.of));
  if (one.kind === other.kind) return one.kind === "record" ? null : one;
  if (isNumeric(one) && isNumeric(other))
    return one.kind === "nullable" || other.kind === "nullable" ? nullableType : doubleType;
  const open = [one, other].some(({ kind }) => kind === "dyn" || kind === "null");
  return open && isJson(one) && isJson(other) ? dynType : null;
}

function wrap(make: (of: ValueType) => ValueType, of: ValueType | null): ValueType | null {
  return of === null ? null : make(of);
}
