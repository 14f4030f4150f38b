import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { isRaising } from "../../alarms/raised-alarm.ts";
import type { SettledBatch } from "../../settlement.ts";
import type { BatchWriter } from "./batch-writer.ts";

/**
 * Records the highest ids that the owner of a partition has assigned, because their rows may be gone when the next
 * owner asks.
 */
export class GivenIdWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { alarms, deadLetters, to }: SettledBatch): Promise<void> {
    let alarm = 0;
    for (const change of alarms) if (isRaising(change)) alarm = Math.max(alarm, change.id);
    let deadLetter = 0;
    for (const { id } of deadLetters) deadLetter = Math.max(deadLetter, id);
    if (alarm === 0 && deadLetter === 0) return;
    tx.send({
      name: "note given ids",
      text: `INSERT INTO weir_store.given_ids AS given (partition, alarm, dead_letter) VALUES ($1, $2, $3)
        ON CONFLICT (partition) DO UPDATE SET alarm = greatest(given.alarm, excluded.alarm),
          dead_letter = greatest(given.dead_letter, excluded.dead_letter)`,
      values: [to.partition, alarm, deadLetter],
    });
  }
}
