import type { Database } from "bun:sqlite";
import { progressOfAll } from "../../partition-progress.ts";
import { readPartitions } from "./read-store-progress.ts";

/**
 * Divides the readings of the queue among this many partitions, each of which a processor settles. Returns false, and
 * changes nothing, if devices would get into a partition that has another position than theirs had: then readings would
 * be settled twice, or never. Nobody may process meanwhile.
 *
 * The first partition takes over all counts. Every partition gets a new epoch, so no earlier owner can write to one.
 */
export function divideStore(db: Database, partitions: number): boolean {
  return db
    .transaction(() => {
      const before = readPartitions(db);
      if (before.length === partitions) return true;
      const sequences = before.map(({ position }) => position.sequence);
      const isSame = sequences.every((sequence) => sequence === sequences[0]);
      // If each partition is divided again, its parts begin where it is.
      if (!isSame && partitions % before.length !== 0) return false;
      const { epoch } = db.query("SELECT max(epoch) + 1 AS epoch FROM partitions").get() as { epoch: number };
      const { saved, alreadyStored, ended, dead } = progressOfAll(before);
      db.run("DELETE FROM partitions");
      const insert = db.query(
        `INSERT INTO partitions (partition, epoch, position, saved, already_stored, ended, dead)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      );
      for (let partition = 0; partition < partitions; partition++) {
        const counts = partition === 0 ? [saved, alreadyStored, ended, dead] : [0, 0, 0, 0];
        insert.run(partition, epoch, sequences[partition % before.length]!, ...counts);
      }
      return true;
    })
    .immediate();
}
