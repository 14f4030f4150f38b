import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../harness/describe-unless.ts";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";
import { brokenAfterCut } from "./power-cut/broken-after-cut.ts";
import { cutAtRandom, type Recording, recordRun } from "./power-cut/recording.ts";
import { isSyncOf, type SystemCall } from "./power-cut/system-calls.ts";
import { whyNoStrace } from "./strace.ts";

const problem = await whyNoStrace();
setDefaultTimeout(120_000);
/** The default timeout does not apply to hooks. */
const hookTimeoutMs = 60_000;
const random = new SeededRandom(runSeed());

describeUnless(problem, "a power cut", () => {
  let recording: Recording;
  beforeAll(async () => {
    console.log(`Power cuts: repeat with WEIR_TEST_SEED=${random.seed}`);
    recording = await recordRun();
  }, hookTimeoutMs);
  afterAll(() => recording?.[Symbol.asyncDispose]());

  test("loses nothing that was acknowledged before it, at any moment", async () => {
    const found = await cutAtRandom(recording, { cuts: 8, random });
    expect(found.map(({ cut, broken }) => ({ cut, broken }))).toEqual(
      found.map(({ cut }) => ({ cut, broken: [] })),
    );
  });

  // The check can fail: with a drive that ignores the syncs of the store, it finds lost readings, because the queue has
  // deleted them. `tests/proof/negative-controls.ts` shows the same for the queue.
  test("is found to lose readings if the store is not synced", async () => {
    const { before, device, calls, run } = recording;
    const disk = before.fork();
    const ledger = recording.ledger.snapshot();
    const isIgnored = (call: SystemCall) => isSyncOf("weir.db", call) || isSyncOf("weir.db-wal", call);
    for (const call of calls.slice(0, -1)) {
      if (!isIgnored(call)) disk.apply(call);
      run.noteAnswer(call, ledger);
    }
    const dataDir = join(recording.weir.notesDir, "ignored");
    disk.cut(dataDir, { survival: 0, random });
    const broken = await brokenAfterCut({ dataDir, ledger, device, settleMs: 1000 });
    expect(broken.join("\n")).toContain("acknowledged but not stored");
  });
});
