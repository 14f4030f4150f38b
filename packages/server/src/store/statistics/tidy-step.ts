import { hourS, rateS, type SlotTable, slotStartS } from "./slot-table.ts";

export interface SlotLimits {
  readonly fineRowsMax: number;
  readonly hourRowsMax: number;
}

/**
 * A row takes about 35 bytes on SQLite and 180 on PostgreSQL. A million sensors that all send leave ten minutes of fine slots
 * and five hours.
 */
export const slotLimits: SlotLimits = { fineRowsMax: 2_000_000, hourRowsMax: 5_000_000 };

/** The oldest slots of a table, and the number of its rows. */
export interface SlotExtent {
  readonly oldestFineS: number | null;
  readonly oldestHourS: number | null;
  readonly fineRows: number;
  readonly hourRows: number;
}

interface TidyStep {
  readonly kind: "make hours" | "remove hour";
  readonly slotS: number;
}

/** Returns what is to be done next to keep a table small: the oldest slot is merged into its hour, or the oldest hour deleted. */
export function tidyStepOf(
  table: SlotTable,
  extent: SlotExtent,
  nowS: number,
  { fineRowsMax, hourRowsMax }: SlotLimits,
): TidyStep | null {
  const { oldestFineS, oldestHourS } = extent;
  if (oldestFineS !== null && isFineDue()) return { kind: "make hours", slotS: oldestFineS };
  if (oldestHourS === null) return null;
  const isOld = oldestHourS + hourS <= nowS - table.hoursKeptS;
  return isOld || extent.hourRows > hourRowsMax ? { kind: "remove hour", slotS: oldestHourS } : null;

  /** Slots that rates are computed from stay. */
  function isFineDue(): boolean {
    if (oldestFineS! + table.fineS <= nowS - table.fineKeptS) return true;
    const isNeeded = oldestFineS! >= slotStartS(nowS, rateS) - rateS;
    return !isNeeded && extent.fineRows > fineRowsMax;
  }
}
