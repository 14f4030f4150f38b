interface KnownType {
  readonly name: string;
  readonly unit: string | null;
}

/** The type and unit of a sensor after this type is entered. A known type brings its unit, unless another was typed. */
export function withType(
  types: readonly KnownType[],
  { type: before, unit }: { readonly type: string; readonly unit: string },
  type: string,
): { readonly type: string; readonly unit: string } {
  const unitOf = (wanted: string) => types.find(({ name }) => name === wanted)?.unit ?? null;
  const isTyped = unit !== "" && unit !== unitOf(before);
  return { type, unit: isTyped ? unit : (unitOf(type) ?? unit) };
}
