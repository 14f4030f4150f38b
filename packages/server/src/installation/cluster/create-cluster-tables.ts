import type { ClusterConfig } from "../../config/is-cluster.ts";
import { controlSchema } from "../../control/postgres/migrations/control-migrations.ts";
import { migrateSchema } from "../../platform/postgres/migrate-schema.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import { migrateStore } from "../../store/engine/postgres/migrate-store.ts";
import { choosePartitionCount } from "../../store/engine/postgres/partition-count.ts";
import { createReadingViews } from "./reading-views.ts";

/** Creates the tables of a cluster, or brings them up to date. */
export async function createClusterTables(
  postgres: Postgres,
  { queuePartitions }: Pick<ClusterConfig, "queuePartitions">,
): Promise<void> {
  await migrateSchema(postgres, controlSchema);
  await migrateStore(postgres);
  await choosePartitionCount(postgres, queuePartitions);
  await createReadingViews(postgres);
}
