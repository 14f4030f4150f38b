import type { PostgresSession, PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import { SlotRows } from "./slot-rows-postgres.ts";
import { accountSlots, refusedSlots, type SlotTable, sensorSlots, slotStartS } from "./slot-table.ts";
import { type SlotLimits, slotLimits, tidyStepOf } from "./tidy-step.ts";

/** How long after its end a slot is gathered: later than processors usually add to it. */
const gatherAfterS = 60;

/**
 * Gathers the counts that partitions keep apart when their slot is over, and merges old slots into hours, or deletes
 * them, a portion at a time.
 */
export class StatisticsTidier {
  readonly #limits: SlotLimits;
  readonly #tables = [sensorSlots, accountSlots, refusedSlots].map((table) => {
    return { table, rows: new SlotRows(table) };
  });

  constructor(limits = slotLimits) {
    this.#limits = limits;
  }

  /** Returns whether `tidy` would find something to do. */
  async isDue(session: PostgresSession, nowMs: number): Promise<boolean> {
    for (const { table, rows } of this.#tables) {
      const extent = await rows.extent(session);
      if (isOver(extent.oldestApartS, table, nowMs)) return true;
      if (tidyStepOf(table, extent, nowMs / 1000, this.#limits) !== null) return true;
    }
    return false;
  }

  /**
   * Runs in the transaction of the owner of a partition, which counts the changed rows. Resolves to whether there was
   * something to do.
   */
  async tidy(tx: PostgresTransaction, partition: number, nowMs: number): Promise<boolean> {
    for (const { table, rows } of this.#tables) {
      const extent = await rows.extent(tx);
      if (isOver(extent.oldestApartS, table, nowMs)) {
        await rows.gather(tx, partition, slotStartS(nowMs / 1000 - gatherAfterS, table.fineS));
        return true;
      }
      const step = tidyStepOf(table, extent, nowMs / 1000, this.#limits);
      if (step === null) continue;
      if (step.kind === "make hours") await rows.makeHours(tx, partition, step.slotS);
      else await rows.removeHour(tx, partition, step.slotS);
      return true;
    }
    return false;
  }
}

function isOver(slotS: number | null, { fineS }: SlotTable, nowMs: number): boolean {
  return slotS !== null && slotS < slotStartS(nowMs / 1000 - gatherAfterS, fineS);
}
