import { z } from "zod";
import type { Declined } from "./api-answer.ts";
import { readCursor, writeCursor } from "./record-cursor.ts";

/** Records are listed the newest first, by their id. */
type RecordPage =
  | { readonly ok: true; readonly beforeId: number | undefined; readonly limit: number }
  | Declined;

interface RecordPageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly before?: number | undefined;
}

/** Every page but the first is before where the one in front of it ended. */
export function recordPage({ cursor, limit, before }: RecordPageQuery): RecordPage {
  const read = readCursor(cursor, z.number().int().min(1));
  return read.ok ? { ok: true, beforeId: read.key ?? before, limit } : read;
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

export function noSuchRecord(what: keyof typeof codes, id: number): Declined {
  const where = what === "message" ? " in the outbox" : "";
  const detail = `There is no ${what} ${id}${where}.`;
  return { ok: false, problem: { status: 404, code: codes[what], detail } };
}
