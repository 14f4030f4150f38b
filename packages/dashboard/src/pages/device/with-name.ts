import { guessType } from "./guess-type.ts";

interface KnownType {
  readonly name: string;
  readonly unit: string | null;
}

interface Typed {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
}

/**
 * A new sensor after this name is entered. Its type and unit follow the name until somebody enters another type or another unit,
 * or removes them.
 */
export function withName(
  types: readonly KnownType[],
  { name: before, type, unit }: Typed,
  name: string,
): Typed {
  const guessed = guessType(types, before);
  if (type !== (guessed?.name ?? "")) return { name, type, unit };
  const next = guessType(types, name);
  const isOwnUnit = unit !== (guessed?.unit ?? "");
  return { name, type: next?.name ?? "", unit: isOwnUnit ? unit : (next?.unit ?? "") };
}
