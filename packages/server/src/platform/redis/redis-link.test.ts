import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testRedis, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { pauseProcess } from "../../../../../tests/harness/running-process.ts";
import { createLog } from "../log.ts";
import { RedisLink } from "./redis-link.ts";
import { redisScript } from "./redis-script.ts";

/** Long enough for a busy machine, and short enough to wait for in vain. */
const patienceMs = 1000;

const echo = redisScript("return {KEYS[1], ARGV[1]}");

describeUnless(await whyNoEngines(), "the connection to Redis", () => {
  let redis: TestEngineProcess;
  let link: RedisLink;
  let lines: string[];

  beforeEach(async () => {
    lines = [];
    redis = await testRedis();
    const log = createLog("info", "test", (line) => lines.push(line));
    link = await RedisLink.open({ url: redis.url, log, patienceMs });
  });

  afterEach(async () => {
    link.close();
    await redis[Symbol.asyncDispose]();
  });

  const ping = () => link.ask((client) => client.send("PING", []));

  test("runs scripts that Redis knows and those that it does not know yet", async () => {
    for (let time = 0; time < 2; time++)
      expect(await link.run(echo, ["key"], ["ä b"])).toEqual(["key", "ä b"]);
  });

  test("stays there when Redis refuses a command", async () => {
    expect(await link.ask((client) => client.send("NONSENSE", []))).toBeNull();
    expect(link.isAway).toBeFalse();
    expect(await ping()).toBe("PONG");
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(["Redis refuses commands"]);
  });

  test("is away while the server does not answer, is not asked meanwhile, and logs each change once", async () => {
    await pauseProcess(redis.process);
    expect(await Promise.all([ping(), ping(), ping()])).toEqual([null, null, null]);
    expect(link.isAway).toBeTrue();
    let sent = 0;
    expect(await link.ask(async () => ++sent)).toBeNull();
    expect(sent).toBe(0);
    redis.process.signal("SIGCONT");
    while (link.isAway) await Bun.sleep(5);
    expect(await ping()).toBe("PONG");
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(["warn", "info"]);
  });

  test("notices that the server is gone without being asked", async () => {
    await redis.process.kill();
    while (!link.isAway) await Bun.sleep(5);
    expect(lines).toHaveLength(1);
  });
});

test("opens if nobody answers, and is away", async () => {
  const link = await RedisLink.open({
    url: "redis://127.0.0.1:1",
    log: createLog("error", "test", () => undefined),
  });
  expect(link.isAway).toBeTrue();
  expect(await link.ask((client) => client.send("PING", []))).toBeNull();
  link.close();
});
