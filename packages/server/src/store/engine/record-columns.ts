/**
 * A column of a record of the store. Both engines have it under the name of its field in snake case, with their own type for
 * it. `Value` is what its field holds.
 */
interface Column<Value> {
  readonly type: "integer" | "real" | "text" | "bytes";
  readonly isNullable?: true;
  /** Only for the compiler. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row of these columns. */
export type RecordOf<Of extends Columns> = {
  readonly [Field in keyof Of]: Of[Field] extends Column<infer Value> ? Value : never;
};

export const column = {
  integer: { type: "integer" } as Column<number>,
  integerOrNull: { type: "integer", isNullable: true } as Column<number | null>,
  /** For numbers that a double does not hold exactly. */
  bigintOrNull: { type: "integer", isNullable: true } as Column<bigint | null>,
  real: { type: "real" } as Column<number>,
  realOrNull: { type: "real", isNullable: true } as Column<number | null>,
  text: { type: "text" } as Column<string>,
  textOrNull: { type: "text", isNullable: true } as Column<string | null>,
  bytes: { type: "bytes" } as Column<Uint8Array>,
  bytesOrNull: { type: "bytes", isNullable: true } as Column<Uint8Array | null>,
  /** A text of a closed set. */
  oneOf: <Value extends string>() => ({ type: "text" }) as Column<Value>,
  oneOfOrNull: <Value extends string>() => ({ type: "text", isNullable: true }) as Column<Value | null>,
};

/** The fields that may be null, all null. */
export function nullsOf<Of extends Columns>(
  columns: Of,
): { readonly [Field in keyof Of as null extends RecordOf<Of>[Field] ? Field : never]: null } {
  const nullable = Object.entries(columns).filter(([, { isNullable }]) => isNullable === true);
  return Object.fromEntries(nullable.map(([field]) => [field, null])) as ReturnType<typeof nullsOf<Of>>;
}

/** The fields of these columns, in their order. */
export function fieldsOf<Of extends Columns>(columns: Of): (keyof Of & string)[] {
  return Object.keys(columns);
}

export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of these fields, as an INSERT names them. */
export function columnList(fields: readonly string[]): string {
  return fields.map(columnOf).join(", ");
}

/** What a SELECT reads to get these fields, on both engines. `expressions` replaces the columns of some. */
export function selectList(
  fields: readonly string[],
  expressions: Readonly<Record<string, string>> = {},
): string {
  return fields.map((field) => `${expressions[field] ?? columnOf(field)} AS "${field}"`).join(", ");
}
