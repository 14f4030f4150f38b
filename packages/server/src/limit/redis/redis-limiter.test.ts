import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testRedis, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { pauseProcess } from "../../../../../tests/harness/running-process.ts";
import { createLog } from "../../platform/log.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import { limiterContract } from "../limiter.contract.ts";
import type { Limiter, LimitOptions } from "../limiter.ts";
import { SharedWindowLimiter } from "../shared-memory/shared-window-limiter.ts";
import { makeSharedWindows } from "../shared-memory/shared-windows.ts";
import { RedisLimiter } from "./redis-limiter.ts";

const log = createLog("error", "test", () => undefined);
const windowMs = 60_000;
/** On a busy machine, Redis may take longer than a node waits for it. A node then limits on its own. */
const patienceMs = 10_000;

describeUnless(await whyNoEngines(), "nodes that share limits through Redis", () => {
  let redis: TestEngineProcess;
  let links: RedisLink[];
  let names = 0;

  beforeAll(async () => {
    redis = await testRedis();
    links = await Promise.all([1, 2].map(() => RedisLink.open({ url: redis.url, log, patienceMs })));
  });

  afterAll(async () => {
    for (const link of links) link.close();
    await redis?.[Symbol.asyncDispose]();
  });

  function openNode(
    link: RedisLink,
    options: LimitOptions,
    name: string,
    clock: "redis" | "caller" = "redis",
  ) {
    const local = new SharedWindowLimiter(makeSharedWindows(options));
    return new RedisLimiter({ ...options, link, name, clock, local });
  }

  /** Two nodes that share a limit. */
  function openNodes(limit: number): [Limiter, Limiter] {
    const name = `nodes${names++}`;
    const options = { limit, windowMs, keysMax: 100 };
    return [openNode(links[0]!, options, name), openNode(links[1]!, options, name)];
  }

  const openAlone = async (options: LimitOptions) =>
    openNode(links[0]!, options, `limit${names++}`, "caller");
  limiterContract("Redis", openAlone, 3000);

  test("let exactly as many calls pass together as a small limit allows", async () => {
    const nodes = openNodes(100);
    const calls = Array.from({ length: 400 }, (_, nth) => nodes[nth % 2]!.take("a", Date.now()));
    const passed = (await Promise.all(calls)).filter(({ ok }) => ok);
    expect(passed).toHaveLength(100);
    expect(new Set(passed.map(({ remaining }) => remaining)).size).toBeGreaterThan(50);
    for (const node of nodes) expect((await node.take("a", Date.now())).ok).toBeFalse();
  });

  test("let no more calls pass together than a large limit allows, and hardly fewer", async () => {
    const limit = 1000;
    const nodes = openNodes(limit);
    let passed = 0;
    for (let round = 0; round < 40; round++) {
      const calls = Array.from({ length: 50 }, (_, nth) => nodes[nth % 2]!.take("a", Date.now()));
      passed += (await Promise.all(calls)).filter(({ ok }) => ok).length;
    }
    expect(passed).toBeLessThanOrEqual(limit);
    expect(passed).toBeGreaterThan(limit * 0.98);
  });

  test("answer at once from reserved calls, and otherwise say that they would have to ask", async () => {
    const [node, other] = openNodes(1000);
    expect(node.takeNow("a", Date.now())).toBeNull();
    const first = await node.take("a", Date.now());
    expect(first).toMatchObject({ ok: true, remaining: 999 });
    expect(node.takeNow("a", Date.now())).toEqual({ ...first, remaining: 998 });
    expect(other.takeNow("a", Date.now())).toBeNull();
    expect((await other.take("a", Date.now())).remaining).toBeLessThan(998);
  });

  test("share one window despite a wrong clock, and report its end by their own clocks", async () => {
    const [node, ahead] = openNodes(3);
    const hourMs = 3_600_000;
    const nowMs = Date.now();
    await node.take("a", nowMs);
    const late = await ahead.take("a", nowMs + hourMs);
    expect(late).toMatchObject({ ok: true, remaining: 1 });
    expect(Math.abs(late.resetMs - (nowMs + hourMs + windowMs))).toBeLessThan(windowMs / 2);
    expect((await node.take("a", nowMs)).remaining).toBe(0);
    expect((await ahead.take("a", nowMs + hourMs)).ok).toBeFalse();
  });

  test("accept at one node a call that another gave back", async () => {
    const [node, other] = openNodes(1);
    const taken = await node.take("a", Date.now());
    expect((await other.take("a", Date.now())).ok).toBeFalse();
    node.giveBack("a", taken);
    // It uses the same connection, so it arrives later.
    expect((await node.take("b", Date.now())).ok).toBeTrue();
    expect((await other.take("a", Date.now())).ok).toBeTrue();
  });

  test("limit on their own without Redis", async () => {
    await using gone = await testRedis();
    const away = await Promise.all([1, 2].map(() => RedisLink.open({ url: gone.url, log })));
    const options = { limit: 2, windowMs, keysMax: 100 };
    const nodes = away.map((link) => openNode(link, options, "away"));
    await pauseProcess(gone.process);
    const nowMs = Date.now();
    for (const node of nodes) {
      const passed = await Promise.all([1, 2, 3].map(() => node.take("a", nowMs)));
      expect(passed.map(({ ok }) => ok)).toEqual([true, true, false]);
      expect(node.takeNow("a", nowMs)?.ok).toBeFalse();
    }
    gone.process.signal("SIGCONT");
    for (const link of away) link.close();
  });
});
