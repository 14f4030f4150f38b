import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FileCounters } from "../../installation/embedded/file-counters.ts";
import { EmbeddedCounting, type OpenedCounters } from "../../installation/embedded/test-counting.ts";
import type { QueueTotals } from "../../queue/queue.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import { countersContract } from "../counters.contract.ts";
import { AskedCounters } from "./asked-counters.ts";

async function openTold(dataDir: string, askQueue: () => Promise<QueueTotals>): Promise<OpenedCounters> {
  const settled = readStoreProgress(dataDir);
  const counters = new AskedCounters({ committed: new FileCounters(dataDir), askQueue, settled });
  return { counters, reported: (settled) => counters.reported(settled) };
}

countersContract("AskedCounters", {
  open: (dataDir) =>
    EmbeddedCounting.open(dataDir, (folder, queue) =>
      openTold(folder, async () => {
        if (queue === null) throw new Error("Nobody is there.");
        return queue.totals();
      }),
    ),
});

test("never reports a negative number of unsettled readings", async () => {
  using folder = tempFolder();
  const mayAnswer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const counting = await EmbeddedCounting.open(folder.path, (dataDir, queue) =>
    openTold(dataDir, async () => {
      const totals = queue!.totals();
      asked.resolve();
      await mayAnswer.promise;
      return totals;
    }),
  );
  await counting.accept(2);
  const reading = counting.counters.read();
  await asked.promise;
  await counting.accept(3);
  await counting.settle({ saved: 5, alreadyStored: 0, ended: 0, dead: 0 });
  mayAnswer.resolve();
  expect(await reading).toMatchObject({ accepted: 2, saved: 0, gap: 2 });
  expect(await counting.counters.read()).toMatchObject({ accepted: 5, saved: 5, gap: 0 });
  await counting.end();
});
