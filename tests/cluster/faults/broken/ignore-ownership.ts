/**
 * Loaded before Weir: a processor that continues with its partitions when others have taken them, commits whatever its
 * epoch is, and settles entries although they were settled.
 */
import { SettledEntries } from "../../../../packages/server/src/process/settled-entries.ts";
import { PartitionProcessors } from "../../../../packages/server/src/roles/process/partition-processors.ts";
import { PostgresSettlement } from "../../../../packages/server/src/store/engine/postgres/postgres-settlement.ts";
import { StoreDatabase } from "../../../../packages/server/src/store/engine/postgres/store-database.ts";

/** The values that a batch expects in the row of its partition. */
const expected = new Map<number, { readonly epoch: number; readonly sequence: number }>();
const { commit } = PostgresSettlement.prototype;
const { write } = StoreDatabase.prototype;

PartitionProcessors.prototype.lose = async () => undefined;
SettledEntries.prototype.take = (entries) => [...entries];

PostgresSettlement.prototype.commit = function (batch, epoch) {
  expected.set(batch.to.partition, { epoch, sequence: batch.from.sequence });
  return commit.call(this, batch, epoch);
};

StoreDatabase.prototype.write = function <T>(work: Parameters<typeof write<T>>[0]) {
  return write.call(this, (tx) =>
    work({
      async query(query, values) {
        const result = await tx.query(query, values);
        if (typeof query === "string" || !query.name?.endsWith("partitions")) return result as never;
        const rows = result.rows as { readonly partition: number }[];
        return { ...result, rows: rows.map((row) => ({ ...row, ...expected.get(row.partition) })) } as never;
      },
      send: (query) => tx.send(query),
    }),
  ) as Promise<T>;
};
