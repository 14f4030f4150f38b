import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { sharedPostgres } from "../../../../../../tests/harness/shared-postgres.ts";
import { openPostgres } from "../../../platform/postgres/open-postgres.ts";
import { migrateStore } from "./migrate-store.ts";
import { readLosses, writeLosses } from "./queue-losses.ts";

describeUnless(await whyNoEngines(), "losses of the queue on PostgreSQL", () => {
  test("are added up, with the readings whose number is known", async () => {
    await using databases = await sharedPostgres();
    const postgres = openPostgres(await databases.create(), { applicationName: "test" });
    await migrateStore(postgres);
    expect(await readLosses(postgres)).toEqual({ entries: 0, readings: 0, latest: null });
    await writeLosses(postgres, [
      { position: { partition: 3, sequence: 7 }, entries: 2, readings: 5 },
      { position: null, entries: 4, readings: null },
    ]);
    expect(await readLosses(postgres)).toEqual({ entries: 6, readings: 5, latest: expect.any(Date) });
    await postgres.close();
  });
});
