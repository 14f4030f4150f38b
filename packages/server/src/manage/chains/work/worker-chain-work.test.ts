import { expect, test } from "bun:test";
import { ManualClock } from "../../../../../../tests/harness/manual-clock.ts";
import { namesOfThreads } from "../../../../../../tests/harness/running-process.ts";
import { waitUntil } from "../../../../../../tests/harness/wait-until.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Refusal } from "../../core/manage-error.ts";
import { codeOf, unwrap } from "../../test-control.ts";
import { saving } from "../test-chains.ts";
import { chainWorkContract } from "./chain-work.contract.ts";
import { accountOwner, publishedOwner } from "./chain-work.ts";
import { endlessReadings, slowToCheck, slowTrial } from "./test-heavy-chains.ts";
import { WorkerChainWork } from "./worker-chain-work.ts";

const generous = { deadlineS: 60, perAccount: 20, secondsPerMinute: 3600 };
const [plant, office] = [accountOwner(1), accountOwner(2)];
const endless = () => ({ pages: endlessReadings(), readingsMax: Number.POSITIVE_INFINITY });

chainWorkContract("worker", async () => new WorkerChainWork(generous, systemClock));

test("names the node that took too long, and does the next work", async () => {
  const limits = { ...generous, deadlineS: 0.005 };
  const work = new WorkerChainWork(limits, systemClock);
  let message = "";
  // On a busy machine, the thread may have waited before it reached an expensive node.
  await waitUntil("an expensive node is named", async () => {
    const slow = await work.facts(plant, slowToCheck);
    if (slow.ok) return false;
    const { code, problems } = slow.error;
    expect([code, problems?.length]).toEqual(["check_deadline", 1]);
    message = slow.error.message;
    return problems?.[0]?.nodeId === "sort1" || problems?.[0]?.nodeId === "sort2";
  });
  expect(message).toBe(
    'Checking the chain took longer than 0.005 s (chain_check_deadline_s), at node "Sort".',
  );
  limits.deadlineS = 60;
  const next = unwrap(await work.facts(plant, saving));
  work.close();
  expect(next.hasSaveStep).toBe(true);
});

/** As if the machine gave no CPU time to any chain thread. */
const starved = { timeOf: () => ({ ms: () => 0 }) };

test("does not blame a chain for the time in which its thread had no CPU", async () => {
  const work = new WorkerChainWork({ ...generous, deadlineS: 0.001 }, systemClock, starved);
  const facts = await work.facts(plant, slowToCheck);
  work.close();
  expect(codeOf(facts)).toBe("ok");
});

test("asks to try again when a thread had no CPU for long, and does the next work", async () => {
  const limits = { ...generous, deadlineS: 0.001 };
  const work = new WorkerChainWork(limits, systemClock, { ...starved, starvedMs: 0 });
  let refused: unknown;
  // On a busy machine, the work may be done before the clock is looked at.
  await waitUntil("work is refused", async () => {
    const facts = await work.facts(plant, slowToCheck);
    refused = facts;
    return !facts.ok;
  });
  limits.deadlineS = 60;
  const next = unwrap(await work.facts(plant, saving));
  work.close();
  expect(refused).toEqual({
    ok: false,
    error: {
      code: "too_busy",
      message:
        "Checking the chain could not be finished, because the server is overloaded. Try again in a moment.",
      retryAfterS: 1,
    },
  });
  expect(next.hasSaveStep).toBe(true);
});

test("ends a trial before the deadline, because it can end between two readings", async () => {
  const work = new WorkerChainWork({ ...generous, deadlineS: 1 }, systemClock);
  const compared = unwrap(await work.compare(plant, slowTrial, endless()));
  work.close();
  expect(compared.isComplete).toBe(false);
  expect(compared.readings).toBeGreaterThan(0);
});

test.skipIf(process.platform !== "linux")("ends threads that were idle for a while", async () => {
  const threads = () => namesOfThreads(process).filter((name) => name === "Worker").length;
  await waitUntil("those of other tests have ended", () => threads() === 0);
  const work = new WorkerChainWork(generous, systemClock, { idleMs: 200 });
  const both = [work.facts(plant, saving), work.facts(office, saving)];
  await waitUntil("there is a thread", () => threads() > 0);
  for (const done of both) expect(unwrap(await done).hasSaveStep).toBe(true);
  await waitUntil("no thread is left", () => threads() === 0);
  expect(unwrap(await work.facts(plant, saving)).hasSaveStep).toBe(true);
  work.close();
});

test("refuses an account with enough running work, and serves another meanwhile", async () => {
  const work = new WorkerChainWork({ ...generous, perAccount: 2 }, systemClock, { refusalMs: 10 });
  const long = work.compare(plant, slowTrial, endless());
  const waiting = work.facts(plant, saving);
  const refused = await work.facts(plant, saving);
  expect(refused).toMatchObject({
    ok: false,
    error: { code: "check_limit", limit: { setting: "chain_checks_per_account", max: 2 }, retryAfterS: 1 },
  });
  expect(work.useOf(1).atOnce).toBe(2);
  expect(unwrap(await work.facts(office, saving)).hasSaveStep).toBe(true);
  expect(work.useOf(1).atOnce).toBe(2);
  work.close();
  await Promise.allSettled([long, waiting]);
});

test("refuses an account that has used up its time for long, even before it sends a chain, until the debt is paid", async () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const work = new WorkerChainWork({ ...generous, secondsPerMinute: 0.001 }, clock, { refusalMs: 10 });
  const first = await work.facts(plant, slowToCheck);
  const refused = await work.facts(plant, saving);
  const refusedBefore = await work.admit(plant, 100);
  const list = await work.facts(publishedOwner(1), saving);
  const other = await work.facts(office, saving);
  clock.advanceMs(24 * 3_600_000);
  const later = await work.facts(plant, saving);
  work.close();
  expect([first, list, other, later].map(codeOf)).toEqual(["ok", "ok", "ok", "ok"]);
  expect(refused).toMatchObject({
    ok: false,
    error: { code: "check_limit", limit: { setting: "chain_check_s_per_minute", max: 0.001 } },
  });
  expect(refusedBefore).toEqual(refused as Refusal);
});

test("charges an account for reading its chains, and makes it wait for its share", async () => {
  const work = new WorkerChainWork({ ...generous, secondsPerMinute: 12 }, systemClock);
  const shareMs = 200;
  const startedMs = performance.now();
  // Each counts as 70 ms of work, and the account has 200 ms at once: three run, and the fourth after the last has been
  // paid.
  for (let nth = 0; nth < 4; nth++) expect(await work.admit(plant, 1_750_000)).toBeNull();
  const tookMs = performance.now() - startedMs;
  expect(work.useOf(1).spentS).toBeCloseTo(0.28);
  expect(await work.admit(office, 1_750_000)).toBeNull();
  work.close();
  // While it waits, it pays a twentieth of its share: 10 ms take a second.
  expect(tookMs).toBeGreaterThan(((3 * 70 - shareMs) * 1000) / (shareMs / 20) - 60);
});
