import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { SlotRows } from "../../statistics/slot-rows-postgres.ts";
import { accountSlots, refusedSlots } from "../../statistics/slot-table.ts";
import { gatherText } from "./partition-counts.ts";

/** Counts the rows that are created here. */
const countingPartition = 0;

/** Gathers everything that partitions have counted apart (see partition-counts.ts), so that one table has it all. */
export function gatherCounts(postgres: Postgres): Promise<void> {
  return postgres.transact(
    async (tx) => {
      await tx.query(gatherText("node_counts", ["readings", "ended"]));
      for (const table of [accountSlots, refusedSlots]) {
        const slots = new SlotRows(table);
        while ((await slots.gather(tx, countingPartition, Number.MAX_SAFE_INTEGER)) > 0);
      }
    },
    { isolation: "read committed" },
  );
}
