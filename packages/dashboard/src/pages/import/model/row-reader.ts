import { csvFields } from "@weir/protocol/csv-fields";
import { fail, type Result, succeed } from "@weir/protocol/result";
import { jsonMembers, skipSpace } from "@weir/rule-engine/json-text";
import type { FileLayout } from "./import-plan.ts";

/** The cells of a record, in the order of the columns. An absent cell is empty. */
export interface Row {
  readonly cells: readonly string[];
  /** The same cells as JSON text; null for CSV, which knows only text. */
  readonly json: readonly string[] | null;
}

type ReadRow = Result<Row, string>;

/** Reads one record. `names` are the names of the columns. */
export function readRow({ format, delimiter }: FileLayout, names: readonly string[], text: string): ReadRow {
  return format === "csv" ? readCsvRow(delimiter, names.length, text) : readJsonRow(names, text);
}

function readCsvRow(delimiter: string, columns: number, text: string): ReadRow {
  const fields = csvFields(text, delimiter);
  if (fields === null) return fail("A quote in this line is not closed.");
  // Some programs end each line with a delimiter.
  const isFitting = fields.length >= columns && fields.slice(columns).every((field) => field.trim() === "");
  if (!isFitting) return fail(`The line has ${fields.length} fields instead of ${columns}.`);
  return succeed({ cells: fields, json: null });
}

function readJsonRow(names: readonly string[], text: string): ReadRow {
  const members = objectMembers(text);
  if (members === null) return fail("The line is not a JSON object.");
  const json = names.map((name) => members.get(name)?.valueText ?? "null");
  return succeed({ cells: json.map(cellText), json });
}

/** The members of a JSON object with their texts; null if the text is not a JSON object. */
export function objectMembers(text: string): ReturnType<typeof jsonMembers> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return isObject ? jsonMembers(text, skipSpace(text, 0)) : null;
}

function cellText(json: string): string {
  if (json.startsWith('"')) return (JSON.parse(json) as string).trim();
  return json === "null" ? "" : json;
}
