import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { type SlotExtent, SlotRows } from "./slot-rows-postgres.ts";
import {
  accountSlots,
  hourS,
  rateS,
  refusedSlots,
  type SlotTable,
  sensorSlots,
  slotStartS,
} from "./slot-table.ts";

export interface SlotLimits {
  readonly fineRowsMax: number;
  readonly hourRowsMax: number;
}

/** About 180 bytes per row. A million sensors that all send leave ten minutes of fine slots and five hours. */
const defaultLimits: SlotLimits = { fineRowsMax: 2_000_000, hourRowsMax: 5_000_000 };

/** Merges old slots into hours, or deletes them, a portion at a time. */
export class StatisticsTidier {
  readonly #limits: SlotLimits;
  readonly #tables = [sensorSlots, accountSlots, refusedSlots].map((table) => {
    return { table, rows: new SlotRows(table) };
  });

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  /** Returns whether `tidy` would find something to do. */
  async isDue(session: PostgresSession, nowMs: number): Promise<boolean> {
    for (const { table, rows } of this.#tables) {
      if (this.#stepOf(table, await rows.extent(session), nowMs / 1000) !== null) return true;
    }
    return false;
  }

  /**
   * Runs in the transaction of the owner of a partition, which counts the changed rows. Resolves to whether there was
   * something to do.
   */
  async tidy(tx: PostgresSession, partition: number, nowMs: number): Promise<boolean> {
    for (const { table, rows } of this.#tables) {
      const step = this.#stepOf(table, await rows.extent(tx), nowMs / 1000);
      if (step === null) continue;
      if (step.kind === "make hours") await rows.makeHours(tx, partition, step.slotS);
      else await rows.removeHour(tx, partition, step.slotS);
      return true;
    }
    return false;
  }

  #stepOf(table: SlotTable, extent: SlotExtent, nowS: number): TidyStep | null {
    if (isFineDue(table, extent, nowS, this.#limits.fineRowsMax))
      return { kind: "make hours", slotS: extent.oldestFineS! };
    const { oldestHourS, hourRows } = extent;
    if (oldestHourS === null) return null;
    const isOld = oldestHourS + hourS <= nowS - table.hoursKeptS;
    return isOld || hourRows > this.#limits.hourRowsMax ? { kind: "remove hour", slotS: oldestHourS } : null;
  }
}

interface TidyStep {
  readonly kind: "make hours" | "remove hour";
  readonly slotS: number;
}

/** Returns whether the oldest slot is due to be merged into its hour. Slots that rates are computed from stay. */
function isFineDue(
  { fineS, fineKeptS }: SlotTable,
  { oldestFineS, fineRows }: SlotExtent,
  nowS: number,
  rowsMax: number,
): boolean {
  if (oldestFineS === null) return false;
  if (oldestFineS + fineS <= nowS - fineKeptS) return true;
  const isNeeded = oldestFineS >= slotStartS(nowS, rateS) - rateS;
  return !isNeeded && fineRows > rowsMax;
}
