import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { SlotRows } from "./slot-rows-postgres.ts";
import { accountSlots, refusedSlots, sensorSlots } from "./slot-table.ts";
import { type SlotLimits, slotLimits, tidyStepOf } from "./tidy-step.ts";

/** Merges old slots into hours, or deletes them, a portion at a time. */
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
      if (tidyStepOf(table, await rows.extent(session), nowMs / 1000, this.#limits) !== null) return true;
    }
    return false;
  }

  /**
   * Runs in the transaction of the owner of a partition, which counts the changed rows. Resolves to whether there was
   * something to do.
   */
  async tidy(tx: PostgresSession, partition: number, nowMs: number): Promise<boolean> {
    for (const { table, rows } of this.#tables) {
      const step = tidyStepOf(table, await rows.extent(tx), nowMs / 1000, this.#limits);
      if (step === null) continue;
      if (step.kind === "make hours") await rows.makeHours(tx, partition, step.slotS);
      else await rows.removeHour(tx, partition, step.slotS);
      return true;
    }
    return false;
  }
}
