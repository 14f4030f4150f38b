import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import {
  openPostgres,
  type PostgresQuery,
  type PostgresResult,
} from "../../platform/postgres/open-postgres.ts";
import { StoreDatabase } from "../engine/postgres/store-database.ts";
import { testDatabases } from "../engine/postgres/test-databases.ts";
import { openRecordQueries, openRecordStore } from "../engine/postgres/test-record-store.ts";
import { heldMessagesContract } from "./held-messages.contract.ts";
import { postgresOutbox } from "./outbox-postgres.ts";
import { outboxContract } from "./outbox-store.contract.ts";

describeUnless(await whyNoEngines(), "messages", () => {
  const databases = testDatabases();

  outboxContract("Outbox on PostgreSQL", {
    open: async (dataDir, options) => openRecordStore(await databases.urlOf(dataDir), options),
    openQueries: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "outboxQueries"),
  });

  heldMessagesContract("HeldMessages", {
    open: async (dataDir) => openRecordStore(await databases.urlOf(dataDir)),
    openQueries: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "outboxQueries"),
  });

  test("are found by reading only the front of a lane, however long it is", async () => {
    using folder = tempFolder();
    const postgres = openPostgres(await databases.urlOf(folder.path), { applicationName: "weir test" });
    const database = new ExplainedDatabase(postgres);
    await postgres.query(
      `INSERT INTO weir_store.outbox (key, account_id, sensor_id, chain_id, node_id, destination, kind, message, created_ms, due_ms)
       SELECT nth, nth % 20, 1, 1, 'n', 'https://' || nth % 10, 'mail', '{}', 1, 1 FROM generate_series(1, 20000) AS nth`,
    );
    await postgres.query("ANALYZE weir_store.outbox");
    const [plan] = (await postgresOutbox(database, "one").due(10, {
      max: 1000,
      perLaneMax: 4,
      withoutDestinations: new Set(),
      withoutAccounts: new Set(),
    })) as unknown as [{ "QUERY PLAN": [{ Plan: PlanNode }] }];
    const scans = nodesOf(plan["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] === "outbox");
    expect(scans.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...scans.map((node) => node["Actual Rows"]))).toBeLessThanOrEqual(4);
    await postgres.close();
  });
});

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the query plan of a statement instead of its rows. */
class ExplainedDatabase extends StoreDatabase {
  override query<Row>(query: string | PostgresQuery): Promise<PostgresResult<Row>> {
    if (typeof query === "string") throw new Error("Only statements with a name are explained here.");
    return super.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`, values: query.values ?? [] });
  }
}
