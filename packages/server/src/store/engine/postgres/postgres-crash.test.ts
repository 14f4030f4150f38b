import { afterEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { type TestPostgres, testPostgres, whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { LossyProxy } from "../../../../../../tests/harness/lossy-proxy.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { StalePositionError } from "../../partition-progress.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import { StoreFault } from "../../store-fault.ts";
import { readProgress } from "./partition-row.ts";
import { emptyBatch } from "./test-batch.ts";
import { openTestStore } from "./test-postgres-store.ts";

type Store = Awaited<ReturnType<typeof openTestStore>>;

const partition = 0;
const sensorId = 7;
/** Some readings of each batch become a block, and one becomes a row. */
const readingsPerBatch = 21;
const crashes = 3;
const commitsBetweenCrashes = 12;

/** Returns the batch that ends at this sequence. */
function batch(to: number) {
  const saves = new SavedReadings();
  for (let nth = 0; nth < readingsPerBatch; nth++)
    saves.add(sensorId, to * 1000 + nth, nth, 1, -1, 0, nth === 0 ? "{}" : "");
  return emptyBatch({ from: { partition, sequence: to - 1 }, to: { partition, sequence: to }, saves });
}

describeUnless(await whyNoEngines(), "PostgreSQL that fails in the middle of commits", () => {
  let engine: TestPostgres | null = null;
  const opened: Store[] = [];

  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await engine?.[Symbol.asyncDispose]();
    engine = null;
  });

  async function open(url: string): Promise<Store> {
    const store = await openTestStore(url);
    opened.push(store);
    return store;
  }

  test("loses nothing that was committed, and stores nothing twice, when it is killed", async () => {
    engine = await testPostgres(["full_page_writes=on"]);
    const store = await open(engine.url);
    const { epoch } = await store.ownership.take(partition);
    let settled = 0;
    for (let crash = 0; crash < crashes; crash++) {
      const killed = Promise.withResolvers<void>();
      for (let commits = 0; ; commits++) {
        // The commit is under way when the server dies.
        const committing = store.settlement
          .commit(batch(settled + 1), epoch)
          .catch((error: unknown) => error);
        if (commits === commitsBetweenCrashes) engine.server.kill().then(killed.resolve, killed.reject);
        const result = await committing;
        if (result instanceof Error) {
          expect(result).toBeInstanceOf(StoreFault);
          break;
        }
        settled++;
      }
      await killed.promise;
      await restart(engine);
      const { position } = await readProgress(store.database, partition);
      // The batch whose commit failed may or may not be stored. All batches before it are.
      expect(position.sequence).toBeGreaterThanOrEqual(settled);
      expect(position.sequence).toBeLessThanOrEqual(settled + 1);
      settled = position.sequence;
    }
    await store.settlement.commit(batch(settled + 1), epoch);
    settled++;
    const stored = await gatherPages(store.queries.readings({ sensorId }));
    expect(stored.map(({ atUs, value }) => [atUs, value])).toEqual(
      Array.from({ length: settled * readingsPerBatch }, (_, nth) => {
        const place = nth % readingsPerBatch;
        return [(Math.floor(nth / readingsPerBatch) + 1) * 1000 + place, place];
      }),
    );
    expect((await readProgress(store.database, partition)).saved).toBe(settled * readingsPerBatch);
  });

  test("may commit a batch whose answer is lost: a second commit is refused, and nothing is stored twice", async () => {
    engine = await testPostgres();
    const direct = await open(engine.url);
    await using proxy = await LossyProxy.start(engine.server.port);
    const url = new URL(engine.url);
    url.port = String(proxy.port);
    const store = await open(url.href);
    const { epoch } = await store.ownership.take(partition);
    proxy.loseAnswersTo("COMMIT");
    const inDoubt = batch(1);
    expect(await store.settlement.commit(inDoubt, epoch).catch((error) => error)).toBeInstanceOf(StoreFault);
    expect(await readProgress(direct.database, partition)).toMatchObject({ saved: readingsPerBatch });
    proxy.loseNothing();
    expect(await store.settlement.commit(inDoubt, epoch).catch((error) => error)).toBeInstanceOf(
      StalePositionError,
    );
    expect(await store.settlement.durable(partition)).toEqual(inDoubt.to);
    // What the store remembers from the failed commit does not prevent the next one.
    expect(await store.settlement.commit(batch(2), epoch)).toEqual([]);
    expect(await gatherPages(direct.queries.readings({ sensorId }))).toHaveLength(2 * readingsPerBatch);
  });
});

/** Processes of the dead server end only when they notice, and it cannot start until then. */
async function restart({ server }: TestPostgres): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await server.startAgain();
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}
