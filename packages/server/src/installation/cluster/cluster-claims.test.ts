import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { partitionsMax } from "../../config/partitions-max.ts";
import { createLog } from "../../platform/log.ts";
import { testDatabases } from "../../store/engine/postgres/test-databases.ts";
import { openTestStore } from "../../store/engine/postgres/test-postgres-store.ts";
import { ClusterClaims } from "./cluster-claims.ts";

describeUnless(await whyNoEngines(), "the claims of a processor", () => {
  const databases = testDatabases();

  test("claims partitions again after loading them has failed", async () => {
    const store = await openTestStore(await databases.urlOf("claims"));
    const taken: number[] = [];
    let attempts = 0;
    const claims = new ClusterClaims({
      partitions: partitionsMax,
      log: createLog("error", "test", () => undefined),
      memberId: () => store.owner,
      processors: async () => 1,
      ownershipOf: () => store.ownership,
    });
    await claims.begin({
      async take(owned) {
        if (++attempts === 1) throw new Error("The database is away.");
        taken.push(...owned.map(({ partition }) => partition));
      },
      lose: async () => undefined,
      giveUp: async () => undefined,
    });
    await waitUntil("all partitions are taken", () => taken.length === partitionsMax);
    await claims.end();
    await store.close();
    expect([attempts, new Set(taken).size]).toEqual([2, partitionsMax]);
  });
});
