import { fail, type Result, succeed } from "@weir/protocol/result";
import { z } from "zod";
import type { Declined, ProblemDetails } from "./api-answer.ts";
import { readCursor, writeCursor } from "./record-cursor.ts";

/** Records are listed the newest first, by their id. */
interface RecordPage {
  readonly beforeId: number | undefined;
  readonly limit: number;
}

interface RecordPageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly before?: number | undefined;
}

/** Every page but the first starts before the end of the previous one. */
export function recordPage({ cursor, limit, before }: RecordPageQuery): Result<RecordPage, ProblemDetails> {
  const read = readCursor(cursor, z.number().int().min(1));
  return read.ok ? succeed({ beforeId: read.value ?? before, limit }) : read;
}

/** A full page may be followed by another one, which may be empty. */
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
  return fail({ status: 404, code: codes[what], detail });
}
