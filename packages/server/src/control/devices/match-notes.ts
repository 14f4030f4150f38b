import type { RawBuilder, SqlBool } from "kysely";
import type { ControlDialect } from "../control-dialect.ts";

/** Conditions on the tags and attributes of devices, which are JSON without spaces: a quote within a text is always escaped. */

export function hasTag(dialect: ControlDialect, tag: string): RawBuilder<SqlBool> {
  return dialect.contains("devices.tags", JSON.stringify(tag.toLowerCase()));
}

/** One of them must hold. The letters A to Z count in any case. */
export function hasAttribute(dialect: ControlDialect, name: string, value: string): RawBuilder<SqlBool>[] {
  const before = `${JSON.stringify(name.toLowerCase())}:`;
  const found = [dialect.contains("devices.attributes", before + JSON.stringify(value))];
  const bare = bareValueOf(value);
  if (bare === null) return found;
  const ends = [",", "}"].map((end) => dialect.contains("devices.attributes", before + bare + end));
  return [...found, ...ends];
}

/** The number or boolean that a text may mean, as JSON. */
function bareValueOf(text: string): string | null {
  if (text === "true" || text === "false") return text;
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  return isNumber ? JSON.stringify(Number(text)) : null;
}

/** Matches a part of a tag, or of the name or value of an attribute. */
export function notesContain(dialect: ControlDialect, search: string): RawBuilder<SqlBool>[] {
  if (!wordCharacter.test(search)) return [];
  const part = JSON.stringify(search).slice(1, -1);
  return [dialect.contains("devices.tags", part), dialect.contains("devices.attributes", part)];
}

/** Without one, a search would find the punctuation of JSON. */
const wordCharacter = /[\p{L}\p{N}]/u;
