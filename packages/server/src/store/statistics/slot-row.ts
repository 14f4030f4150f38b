import { refusalCodes } from "@weir/protocol/request-reasons";
import type { RefusedRequests } from "../../activity/activity-record.ts";

/** Numbers in the order of the table's columns. */
export interface SlotRow {
  readonly keys: readonly number[];
  readonly figures: readonly number[];
}

export function isZeroFrom(figures: readonly number[], start: number): boolean {
  for (let place = start; place < figures.length; place++) if (figures[place] !== 0) return false;
  return true;
}

export function* refusedRows(requests: readonly RefusedRequests[]): Iterable<SlotRow> {
  for (const { accountId, refused } of requests) {
    for (const [place, code] of refusalCodes.entries()) {
      const count = refused[code] ?? 0;
      if (count > 0) yield { keys: [accountId, place], figures: [count] };
    }
  }
}
