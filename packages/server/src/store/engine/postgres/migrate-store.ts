import { migrateSchema } from "../../../platform/postgres/migrate-schema.ts";
import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { storeMigrations } from "./store-migrations.ts";

/** The schema of the store, to migrate or to check. */
const storeSchema = { name: "weir_store", migrations: storeMigrations };

/** Brings the schema of the store up to date, even if many processes try at once. */
export function migrateStore(postgres: Postgres): Promise<void> {
  return migrateSchema(postgres, storeSchema);
}
