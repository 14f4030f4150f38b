import { z } from "zod";
import type { ProblemDetails } from "./api-answer.ts";
import { readCursor, writeCursor } from "./record-cursor.ts";

/** Records are listed the newest first, by their id. */
export type RecordPage =
  | { readonly ok: true; readonly beforeId: number | undefined; readonly limit: number }
  | { readonly ok: false; readonly problem: ProblemDetails };

export function recordPage({ cursor, limit }: { cursor?: string | undefined; limit: number }): RecordPage {
  const read = readCursor(cursor, z.number().int().min(1));
  return read.ok ? { ok: true, beforeId: read.key, limit } : read;
}

/** A page that is full may have another behind it, which then may be empty. */
export function recordsToPage<Row extends { readonly id: number }, Json>(
  rows: readonly Row[],
  limit: number,
  toJson: (row: Row) => Json,
): { items: Json[]; next: string | null } {
  const last = rows.at(-1);
  const next = last === undefined || rows.length < limit ? null : writeCursor(last.id);
  return { items: rows.map(toJson), next };
}

const codes = {
  alarm: "unknown_alarm",
  "dead letter": "unknown_dead_letter",
  message: "unknown_message",
} as const;

export function noSuchRecord(what: keyof typeof codes, id: number): { ok: false; problem: ProblemDetails } {
  return { ok: false, problem: { status: 404, code: codes[what], detail: `There is no ${what} ${id}.` } };
}
