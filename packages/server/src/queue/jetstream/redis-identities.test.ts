import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testRedis, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { createLog } from "../../platform/log.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import { FrameWriter } from "../frame-writer.ts";
import { packedFrame } from "../intake.ts";
import { noTimestamp } from "../packed-readings.ts";
import { recordCharacters } from "./identity-text.ts";
import { RedisIdentities } from "./redis-identities.ts";

interface Sent {
  readonly sensorId?: number;
  readonly value: number;
  readonly seconds: number;
  readonly micros?: number;
}

const windowMs = 86_400_000;
const startMs = Date.parse("2026-06-15T12:00:00Z");
const startSeconds = startMs / 1000;

describeUnless(await whyNoEngines(), "identities in Redis", () => {
  let redis: TestEngineProcess;
  let link: RedisLink;
  let opened = 0;

  beforeAll(async () => {
    redis = await testRedis();
    link = await RedisLink.open({
      url: redis.url,
      log: createLog("error", "test", () => undefined),
      patienceMs: 5000,
    });
  });

  afterAll(async () => {
    link?.close();
    await redis?.[Symbol.asyncDispose]();
  });

  /** What nodes of one installation remember, each in its own object. */
  function openNodes(): { readonly prefix: string; open(): Node } {
    const prefix = `test${++opened}`;
    return { prefix, open: () => new Node(link, prefix) };
  }

  const send = (command: string, ...args: string[]) => link.ask((client) => client.send(command, args));
  const keysOf = async (prefix: string) => ((await send("KEYS", `${prefix}:*`)) as string[]).toSorted();

  test("every reading is found, whether it came alone, late or in a buffer", async () => {
    const nodes = openNodes();
    const one = nodes.open();
    const singles = range(100).map((nth) => ({ value: nth, seconds: startSeconds + 60 * nth }));
    for (const [nth, reading] of singles.entries()) await one.remember([reading], startMs + nth);
    const late = range(40).map((nth) => ({ value: -nth, seconds: startSeconds - 7 * nth }));
    for (const reading of late) await one.remember([reading]);
    const buffer = range(1000).map((nth) => ({ value: nth, seconds: startSeconds + 10_000 + nth }));
    await one.remember(buffer);
    const mixed = range(50).flatMap((nth) => [
      { sensorId: 2 + (nth % 3), value: 1.5, seconds: startSeconds + nth },
      { sensorId: 9, value: nth, seconds: noTimestamp },
    ]);
    await one.remember(mixed);
    const other = nodes.open();
    expect(await other.find([singles[0]!, singles[99]!])).toEqual([startMs, startMs + 99]);
    for (const sent of [singles, late, buffer, mixed])
      expect((await other.find(sent)).every((arrivalMs) => arrivalMs > 0)).toBeTrue();
    const unknown = [
      { value: 1, seconds: startSeconds + 60 * 200 },
      { value: 1.5, seconds: startSeconds + 60 },
      { value: 1, seconds: startSeconds + 61 },
      { sensorId: 77, value: 1, seconds: startSeconds + 60 },
      { sensorId: 9, value: 50, seconds: noTimestamp },
    ];
    expect(await other.find(unknown)).toEqual([0, 0, 0, 0, 0]);
  });

  test("a buffer takes half of what its readings would take one by one, and each of them is found", async () => {
    const nodes = openNodes();
    const one = nodes.open();
    const buffer = range(1000).map((nth) => ({
      value: nth % 3 === 0 ? -0 : nth,
      seconds: startSeconds + nth,
    }));
    await one.remember(buffer);
    let characters = 0;
    for (const key of (await keysOf(nodes.prefix)).filter((name) => name.includes(":i:b")))
      characters += Number(await send("STRLEN", key));
    expect(characters).toBeGreaterThan(0);
    expect(characters).toBeLessThan((buffer.length * recordCharacters) / 2);
    const other = nodes.open();
    const positive = buffer.map(({ value, seconds }) => ({ value: value + 0, seconds }));
    expect(new Set(await other.find(positive))).toEqual(new Set([startMs]));
    expect(new Set(await other.find(buffer.toReversed()))).toEqual(new Set([startMs]));
    const others = [
      { value: 1.5, seconds: startSeconds + 1 },
      { value: 1, seconds: startSeconds + 1, micros: 1 },
      { value: 1, seconds: startSeconds },
      { value: 1, seconds: startSeconds + 1, sensorId: 2 },
    ];
    for (const unknown of others) expect(await other.find([unknown])).toEqual([0]);
    // A second buffer around the same time.
    await other.remember(
      buffer.map(({ seconds }) => ({ value: 7.25, seconds })),
      startMs + 5,
    );
    const repeats = [buffer[998]!, { value: 7.25, seconds: startSeconds + 998 }];
    expect(await one.find(repeats, startMs + 10)).toEqual([startMs, startMs + 5]);
  });

  test("of a buffer that reaches into one sent before, in any order, the common readings are found", async () => {
    const nodes = openNodes();
    const all = range(1500).map((nth) => ({ value: nth, seconds: startSeconds + nth }));
    await nodes.open().remember(all.slice(0, 1000));
    const expected = range(1000).map((nth) => (nth < 500 ? startMs : 0));
    const next = all.slice(500);
    expect(await nodes.open().find(next)).toEqual(expected);
    expect(await nodes.open().find(next.toReversed())).toEqual(expected.toReversed());
  });

  test("a reading in order takes one look-up and one append", async () => {
    const nodes = openNodes();
    const node = nodes.open();
    // The text of the script is sent once per connection.
    await node.remember([{ sensorId: 2, value: 1, seconds: startSeconds }]);
    await send("CONFIG", "RESETSTAT");
    for (let nth = 0; nth < 16; nth++) {
      const reading = { value: nth, seconds: startSeconds + nth };
      expect(await node.find([reading])).toEqual([0]);
      await node.remember([reading]);
    }
    const text = String(await send("INFO", "commandstats"));
    const calls = [...text.matchAll(/cmdstat_(.+):calls=(\d+)/g)].map(([, name, count]) => [
      name,
      Number(count),
    ]);
    const { mget, append, pexpire, evalsha, ...others } = Object.fromEntries(calls);
    expect({ mget, append, evalsha }).toEqual({ mget: 16, append: 16, evalsha: 16 });
    // Of the first reading, for its key and because this node has not seen to the key before.
    expect(pexpire).toBe(2);
    expect(Object.keys(others).toSorted()).toEqual(["config|resetstat"]);
  });

  test("the newest reading stays known while nodes write to a sensor in turn", async () => {
    const nodes = openNodes();
    const [one, other, third] = [nodes.open(), nodes.open(), nodes.open()];
    const newest = { value: 5, seconds: startSeconds + 5000 };
    await one.remember([newest]);
    for (let nth = 0; nth < 60; nth++) {
      const node = nth % 2 === 0 ? one : other;
      await node.remember([{ value: nth, seconds: startSeconds + nth }]);
    }
    expect(await third.find([newest])).toEqual([startMs]);
    expect((await third.find([{ value: 59, seconds: startSeconds + 59 }]))[0]).toBe(startMs);
  });

  test("keys live at least as long as what they hold, and not much longer", async () => {
    const nodes = openNodes();
    const node = nodes.open();
    for (let nth = 0; nth < 40; nth++)
      await node.remember([{ value: nth, seconds: startSeconds + 60 * nth }]);
    await node.remember(range(300).map((nth) => ({ sensorId: 2, value: nth, seconds: startSeconds + nth })));
    const keys = await keysOf(nodes.prefix);
    expect(keys.length).toBeGreaterThan(8);
    for (const key of keys) {
      const leftMs = Number(await send("PTTL", key));
      expect(leftMs).toBeGreaterThan(windowMs - 60_000);
      expect(leftMs).toBeLessThanOrEqual(1.25 * windowMs);
    }
    await node.remember([{ sensorId: 3, value: 1, seconds: noTimestamp }]);
    const [value] = (await keysOf(nodes.prefix)).filter((key) => !keys.includes(key));
    expect(Number(await send("PTTL", value!))).toBeLessThanOrEqual(60_000);
  });

  test("a slow sensor's key lives on with each reading", async () => {
    const nodes = openNodes();
    const node = nodes.open();
    await node.remember([{ value: 1, seconds: startSeconds }]);
    const [key = ""] = await keysOf(nodes.prefix);
    // As if 20 hours had passed.
    const passedMs = 20 * 3_600_000;
    await send("PEXPIRE", key, String(1.25 * windowMs - passedMs));
    await node.remember([{ value: 2, seconds: startSeconds + passedMs / 1000 }], startMs + passedMs);
    expect(Number(await send("PTTL", key))).toBeGreaterThan(windowMs);
  });

  test("a shorter lifetime for later readings does not shorten that of earlier ones", async () => {
    const nodes = openNodes();
    await nodes.open().remember([{ value: 1, seconds: startSeconds }]);
    const busy = new Node(link, nodes.prefix, { shareMax: 1 });
    for (let nth = 2; nth < 40; nth++) await busy.remember([{ value: nth, seconds: startSeconds - nth }]);
    const [key = ""] = (await keysOf(nodes.prefix)).filter((name) => name.includes(":i:s"));
    expect(Number(await send("PTTL", key))).toBeGreaterThan(windowMs);
  });

  test("starts again after Redis has lost everything", async () => {
    const nodes = openNodes();
    const node = nodes.open();
    await node.remember([{ value: 1, seconds: startSeconds }]);
    await send("DEL", ...(await keysOf(nodes.prefix)));
    await node.remember([{ value: 2, seconds: startSeconds + 1 }]);
    const [key = ""] = await keysOf(nodes.prefix);
    expect(Number(await send("PTTL", key))).toBeGreaterThan(windowMs);
    expect(await node.find([{ value: 1, seconds: startSeconds }])).toEqual([0]);
    expect(await node.find([{ value: 2, seconds: startSeconds + 1 }])).toEqual([startMs]);
  });

  test("forgets what has left its window", async () => {
    const node = openNodes().open();
    const readings = [
      { value: 1, seconds: startSeconds },
      { value: 2, seconds: noTimestamp },
    ];
    await node.remember(readings);
    expect(await node.find(readings, startMs + 59_999)).toEqual([startMs, startMs]);
    expect(await node.find(readings, startMs + 60_000)).toEqual([startMs, 0]);
    expect(await node.find(readings, startMs + windowMs)).toEqual([0, 0]);
  });

  test(
    "exactly the remembered readings are found, whatever they are and however they come",
    async () => {
      const reading = fc.record({
        sensorId: fc.constantFrom(1, 2, 4_294_967_295),
        value: fc.oneof(
          fc.constantFrom(0, -0, 1, -1.5, 1e308, 5e-324),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        ),
        seconds: fc.oneof(
          fc.constantFrom(noTimestamp, 0, 255, 256, 253_402_300_799),
          fc.integer({ min: startSeconds - 3000, max: startSeconds + 3000 }),
        ),
        micros: fc.constantFrom(0, 1, 999_999),
      });
      // Many readings of one sensor in order, which are remembered together.
      const buffer = fc
        .tuple(fc.constantFrom(1, 2), fc.array(reading, { minLength: 16, maxLength: 40 }))
        .map(([sensorId, readings]) =>
          readings
            .filter(({ seconds }) => seconds >= 0 && seconds < 2 * startSeconds)
            .map((each) => ({ ...each, sensorId }))
            .toSorted((left, right) => left.seconds - right.seconds || left.micros - right.micros),
        )
        .filter(({ length }) => length > 0);
      const mixed = fc.array(reading, { minLength: 1, maxLength: 25 });
      const batches = fc.array(fc.oneof(mixed, buffer), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(
          batches,
          fc.array(reading, { minLength: 1, maxLength: 20 }),
          async (sent, others) => {
            const nodes = openNodes();
            const [one, other] = [nodes.open(), nodes.open()];
            const known = new Set<string>();
            for (const [nth, batch] of sent.entries()) {
              await (nth % 2 === 0 ? one : other).remember(batch);
              for (const each of batch) known.add(identityOf(each));
            }
            const asked = [...sent.flat(), ...others];
            const found = await nodes.open().find(asked);
            expect(found.map((arrivalMs) => arrivalMs > 0)).toEqual(
              asked.map((each) => known.has(identityOf(each))),
            );
          },
        ),
        { numRuns: propertyRuns(60) },
      );
    },
    propertyTimeoutMs,
  );
});

class Node {
  readonly #identities: RedisIdentities;
  #sequence = 0;

  constructor(link: RedisLink, prefix: string, { shareMax = 1e9 } = {}) {
    this.#identities = new RedisIdentities({
      link,
      prefix,
      windowMs,
      duplicateMs: 60_000,
      identitiesMax: 1e9,
      shareMax,
      tenantOf: () => 1,
    });
  }

  async remember(sent: readonly Sent[], arrivalMs = startMs): Promise<void> {
    const position = { partition: 0, sequence: ++this.#sequence };
    await this.#identities.remember({ position, data: pack(sent, arrivalMs) });
  }

  /** Returns when each reading first arrived; 0 for new ones. */
  async find(sent: readonly Sent[], arrivalMs = startMs): Promise<number[]> {
    const found = await this.#identities.lookUp([packedFrame(pack(sent, arrivalMs), 1)]);
    expect(found).not.toBeNull();
    return [...(found!.get(0)?.arrivalsMs ?? new Float64Array(sent.length))];
  }
}

function pack(sent: readonly Sent[], arrivalMs: number): Uint8Array {
  const writer = new FrameWriter();
  writer.begin({
    deviceId: 7,
    arrivalUs: arrivalMs * 1000,
    batteryVolts: null,
    request: { boot: 1, number: 1 },
  });
  for (const { sensorId = 1, value, seconds, micros = 0 } of sent)
    writer.add(
      sensorId,
      value,
      seconds < 0 ? 0 : seconds * 1e6 + micros,
      seconds,
      seconds < 0 ? 0 : micros,
      "",
    );
  return new Uint8Array(writer.finish());
}

function identityOf({ sensorId, value, seconds, micros }: Sent): string {
  return JSON.stringify([sensorId, value + 0, seconds, seconds === noTimestamp ? 0 : micros]);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth);
}
