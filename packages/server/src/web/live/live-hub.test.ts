import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { liveEventKinds, liveRequestKinds } from "@weir/protocol/manage/live-events";
import { unwrap } from "@weir/protocol/result";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { LiveEvent } from "./live-event.ts";
import type { LiveFilter } from "./live-filter.ts";
import type { LiveHolder } from "./live-holder.ts";
import { LiveHub } from "./live-hub.ts";

const limits = { total: 1000, perAccount: 200, perHolder: 20 };

let watched: (readonly number[])[];
let hub: LiveHub;

beforeEach(() => {
  watched = [];
  hub = new LiveHub({
    onWatch: async ({ accountIds }) => void watched.push(accountIds),
    limits,
    gatherMs: 0,
  });
});
afterEach(() => {
  jest.useRealTimers();
  hub.stop();
});

function value(n: number, { accountId = 1, device = "d1", sensor = "s1" } = {}): LiveEvent {
  return { kind: "value", accountId, device, sensor, slug: "a", atUs: n * 1e6, value: n };
}

function filter(given: Partial<LiveFilter> = {}): LiveFilter {
  const everything = {
    devices: new Set<string>(),
    sensors: new Set<string>(),
    values: new Set<string>(),
    kinds: new Set(liveEventKinds),
  };
  return { accountId: 1, ...everything, mayReadValues: true, afterId: null, wasCutOff: false, ...given };
}

function holder(given: Partial<LiveHolder> = {}): LiveHolder {
  return { name: "user 1", tenantId: 1, expiresInMs: null, isStillAllowed: async () => true, ...given };
}

interface Seen {
  readonly id: string | null;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events have many forms.
  readonly data: any;
}

/**
 * Reads until this many events have arrived, including those that arrive together with the last one. Comments do not
 * count.
 */
async function read(listener: AsyncIterator<Uint8Array>, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (seen.length < count) {
    const { value: piece, done } = await listener.next();
    if (done) break;
    for (const block of Buffer.from(piece).toString().split("\n\n")) {
      const lines = block.split("\n");
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = field("event");
      if (event === undefined) continue;
      seen.push({
        id: field("id") ?? null,
        event,
        data: JSON.parse(field("data")!),
      });
    }
  }
  return seen;
}

function chain(accountId = 1): LiveEvent {
  const nodes = [{ node: "save", output: "saved", readings: 7, ended: 0 }];
  const errors = [{ node: "send", atMs: 2000, reason: "No room.", sensor: "s1" }];
  return { kind: "chain", accountId, chain: "c1", nodes, errors };
}

function activity(device: string): LiveEvent {
  return {
    kind: "activity",
    accountId: 1,
    device,
    request: {
      id: "r1",
      device,
      device_name: "Boiler",
      at: "1970-01-01T00:00:01.500000Z",
      source: "192.0.2.1",
      endpoint: "single",
      status: 401,
      error: "invalid_token",

      accepted: 0,
      duplicates: 0,
      rejected: {},
      duration_ms: 3,
      body_bytes: 20,
      clock_offset_ms: null,
      clock_behind_s: null,
      explanation: "Not its token.",
      first_problem: null,
      first_finding: null,
      unsaved: null,
    },
  };
}

function listen(
  given: Partial<LiveFilter> = {},
  by: Partial<LiveHolder> = {},
  at: LiveHub = hub,
): AsyncIterator<Uint8Array> {
  return unwrap(at.subscribe(filter(given), holder(by)));
}

test("a stream can wait until the events of its account are sent", async () => {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const waiting = new LiveHub({ onWatch: () => told, limits, gatherMs: 0 });
  let isWatching = false;
  const watching = waiting.watch(1, new Set(liveEventKinds)).then(() => {
    isWatching = true;
  });
  await Bun.sleep(0);
  expect(isWatching).toBe(false);
  tell();
  await watching;
  waiting.stop();
});

describe("a listener", () => {
  test("gets what happens in its account, and nothing of another", async () => {
    const listener = listen();
    hub.publish([value(1), value(2, { accountId: 2 }), value(3, { sensor: "s2" })]);
    const seen = await read(listener, 2);
    expect(seen.map(({ data }) => data.value)).toEqual([1, 3]);
    expect(seen[0]!.data).toEqual({
      device: "d1",
      sensor: "s1",
      slug: "a",
      at: "1970-01-01T00:00:01.000000Z",
      value: 1,
    });
  });

  test("gets only the devices and sensors it asked for", async () => {
    const ofDevice = listen({ devices: new Set(["d2"]) });
    const ofSensor = listen({ sensors: new Set(["s2"]) });
    hub.publish([value(1), value(2, { device: "d2" }), value(3, { sensor: "s2" })]);
    expect((await read(ofDevice, 1))[0]!.data.value).toBe(2);
    expect((await read(ofSensor, 1))[0]!.data.value).toBe(3);
  });

  test("gets all but the values of other sensors if it asked for values of some", async () => {
    const board = listen({ values: new Set(["s2"]) });
    const other = listen({ values: new Set(["s1"]) });
    const deletion = { kind: "deletion", accountId: 1, device: "d3" } as const;
    hub.publish([value(1), value(3, { sensor: "s2" }), deletion]);
    expect((await read(board, 2)).map(({ data }) => data.value ?? data.device)).toEqual([3, "d3"]);
    expect((await read(other, 2)).map(({ data }) => data.value ?? data.device)).toEqual([1, "d3"]);
  });

  test("gets counts of chains and requests of devices in the words of the lists", async () => {
    const listener = listen();
    hub.publish([chain(), activity("d1")]);
    expect(await read(listener, 2)).toMatchObject([
      {
        event: "chain",
        data: {
          chain: "c1",
          nodes: [{ node: "save", output: "saved", readings: 7, ended: 0 }],
          errors: [{ node: "send", at: "1970-01-01T00:00:02.000000Z", reason: "No room.", sensor: "s1" }],
        },
      },
      {
        event: "activity",
        data: {
          id: "r1",
          device: "d1",
          at: "1970-01-01T00:00:01.500000Z",
          source: "192.0.2.1",
          endpoint: "single",
          status: 401,
          error: "invalid_token",
          accepted: 0,
          duplicates: 0,
          rejected: {},
          duration_ms: 3,
          device_name: "Boiler",
          body_bytes: 20,
          clock_offset_ms: null,
          clock_behind_s: null,
          explanation: "Not its token.",
          first_problem: null,
          first_finding: null,
        },
      },
    ]);
  });

  test("gets no chains if it asked for a device or a sensor, and no other kinds if it asked for kinds", async () => {
    const ofDevice = listen({ devices: new Set(["d2"]) });
    const ofSensor = listen({ sensors: new Set(["s1"]) });
    const ofChains = listen({ kinds: new Set(["chain"]) });
    hub.publish([chain(), activity("d1"), activity("d2"), value(1)]);
    const events = async (listener: AsyncIterator<Uint8Array>) =>
      (await read(listener, 1)).map(({ event, data }) => `${event} ${data.device ?? data.chain}`);
    expect(await events(ofDevice)).toEqual(["activity d2"]);
    expect(await events(ofSensor)).toEqual(["activity d1", "activity d2", "value d1"]);
    expect(await events(ofChains)).toEqual(["chain c1"]);
  });

  test("gets what it missed once when it comes back, or is told to reload if it missed too much", async () => {
    const first = listen();
    hub.publish([value(1)]);
    const [seen] = await read(first, 1);
    await first.return!();
    hub.publish([value(2)]);
    hub.publish([value(3)]);
    const back = listen({ afterId: seen!.id });
    expect((await read(back, 2)).map(({ data }) => data.value)).toEqual([2, 3]);
  });

  test("is told to reload, and nothing else, if it comes from another process with a similar id", async () => {
    const another = new LiveHub({ onWatch: async () => undefined, limits, gatherMs: 0 });
    const stranger = unwrap(another.subscribe(filter(), holder()));
    another.publish([value(1)]);
    const [seen] = await read(stranger, 1);
    another.stop();
    listen();
    hub.publish([value(2)]);
    hub.publish([value(3)]);
    for (const afterId of [seen!.id!, `${seen!.id!}9`, "5", "", "nonsense"]) {
      const back = listen({ afterId });
      const [reset] = await read(back, 1);
      expect(reset!.event).toBe("reset");
      hub.publish([value(4)]);
      expect((await read(back, 1)).map(({ data }) => data.value)).toEqual([4]);
    }
  });

  test("is told to reload, and from where to continue, if it was away for too long", async () => {
    const first = listen();
    hub.publish([value(0)]);
    const [seen] = await read(first, 1);
    for (let n = 1; n <= 1001; n++) hub.publish([value(n)]);
    const [reset, next] = await read(listen({ afterId: seen!.id }), 2);
    expect([reset!.event, next!.data.value]).toEqual(["reset", 2]);
    expect((await read(listen({ afterId: reset!.id }), 1))[0]).toEqual(next!);
  });

  test("knows from where on it missed something if it is cut off before anything happened", async () => {
    const { value: piece } = await listen().next();
    const id = /^id: (\S+)\n\n$/.exec(Buffer.from(piece!).toString())![1]!;
    hub.publish([value(1)]);
    expect((await read(listen({ afterId: id }), 1)).map(({ event }) => event)).toEqual(["value"]);
  });

  test("is dropped if it does not read, without affecting others", async () => {
    const stuck = listen();
    const quick = listen();
    for (let batch = 0; batch < 200; batch++) {
      hub.publish(Array.from({ length: 100 }, (_, n) => value(n, { sensor: `s${n}` })));
      expect(await read(quick, 100)).toHaveLength(100);
    }
    expect(hub.listeners).toBe(1);
    expect(await read(stuck, 1)).toEqual([]);
  });
});

test("sends only the newest of several values of a sensor that it sends together", async () => {
  const gathering = new LiveHub({ onWatch: async () => undefined, limits });
  const listener = listen({}, {}, gathering);
  await listener.next();
  for (const n of [1, 2, 3]) gathering.publish([value(n), value(n, { sensor: "s2" })]);
  const seen = [...(await read(listener, 2)), ...(await read(listener, 2))];
  expect(seen.map(({ data }) => [data.sensor, data.value])).toEqual([
    ["s1", 1],
    ["s2", 1],

    ["s1", 3],
    ["s2", 3],
  ]);
  gathering.stop();
});

describe("requests of devices", () => {
  const others = new Set(liveEventKinds.filter((kind) => !liveRequestKinds.includes(kind)));

  test("are asked for while a listener wants them, and a minute longer", async () => {
    jest.useFakeTimers();
    const asked: (readonly number[])[] = [];
    const asking = new LiveHub({
      onWatch: async ({ withRequests }) => void asked.push(withRequests),
      limits,
      gatherMs: 0,
    });
    listen({ kinds: others }, {}, asking);
    const wanting = listen({}, {}, asking);
    await wanting.return!();
    jest.advanceTimersByTime(59_000);
    expect(asked).toEqual([[], [1]]);
    jest.advanceTimersByTime(1000);
    expect(asked).toEqual([[], [1], []]);
    asking.stop();
  });

  test("that were not asked for make a listener reload that was cut off, and not one that wants other kinds now", async () => {
    const board = listen({ kinds: others });
    hub.publish([value(1)]);
    const [{ id: afterId }] = (await read(board, 1)) as [Seen];
    hub.publish([value(2)]);
    const widened = await read(listen({ afterId }), 1);
    expect(widened.map(({ event }) => event)).toEqual(["value"]);
    const cutOff = await read(listen({ afterId, wasCutOff: true }), 2);
    expect(cutOff.map(({ event }) => event)).toEqual(["reset", "value"]);
  });
});

test("reports the watched accounts when they change", async () => {
  const one = listen();
  listen();
  listen({ accountId: 2 });
  expect(watched).toEqual([[1], [1, 2]]);
  await one.return!();
  expect(watched).toHaveLength(2);
  expect(hub.isWatched(1)).toBeTrue();
});

test("tells every listener to reload after it may have missed something, and later ones too", async () => {
  const listener = listen();
  const other = listen({ accountId: 2 });
  hub.publish([value(1)]);
  const [before] = await read(listener, 1);
  hub.reset();
  hub.publish([value(2)]);
  const [reset, next] = await read(listener, 2);
  expect([reset!.event, next!.data.value]).toEqual(["reset", 2]);
  expect((await read(other, 1))[0]!.event).toBe("reset");
  expect((await read(listen({ afterId: before!.id }), 2)).map(({ event }) => event)).toEqual([
    "reset",
    "value",
  ]);
  expect((await read(listen({ afterId: reset!.id }), 1)).map(({ event }) => event)).toEqual(["value"]);
});

test("ends every listener when the server stops", async () => {
  const listener = listen();
  await listener.next();
  const waiting = listener.next();
  hub.stop();
  expect((await waiting).done).toBeTrue();
});

test("sends events shortly after the last ones together, and none twice to a new listener", async () => {
  const gathering = new LiveHub({ onWatch: async () => undefined, limits });
  const listener = listen({}, {}, gathering);
  await listener.next();
  for (const n of [1, 2, 3]) gathering.publish([value(n, { sensor: `s${n}` })]);
  const values = async (reader: AsyncIterator<Uint8Array>) =>
    (await read(reader, 1)).map(({ data }) => data.value);
  const between = listen({}, {}, gathering);
  expect([await values(listener), await values(listener)]).toEqual([[1], [2, 3]]);
  for (const n of [4, 5]) gathering.publish([value(n, { sensor: `s${n}` })]);
  expect([await values(listener), await values(between)]).toEqual([
    [4, 5],
    [4, 5],
  ]);
  gathering.stop();
});

describe("a stream whose listener loses access", () => {
  /** Reads until the end of the stream, and says that it came. */
  async function drained(listener: AsyncIterator<Uint8Array>): Promise<true> {
    while (!(await listener.next()).done);
    return true;
  }

  test("has ended when the requested check resolves, and others continue", async () => {
    let isAllowed = true;
    const revoked = listen({}, { name: "user 1", isStillAllowed: async () => isAllowed });
    const other = listen({}, { name: "user 2" });
    isAllowed = false;
    await hub.recheck();
    expect(hub.listeners).toBe(1);
    hub.publish([value(1)]);
    expect(await read(other, 1)).toHaveLength(1);
    expect(await drained(revoked)).toBeTrue();
  });

  test("ends when the caller's access cannot be checked", async () => {
    listen({}, { isStillAllowed: () => Promise.reject(new Error("The file is gone.")) });
    await hub.recheck();
    expect(hub.listeners).toBe(0);
  });

  test("ends even if nothing asked for a check", async () => {
    const checking = new LiveHub({ onWatch: async () => undefined, limits, recheckEveryMs: 5 });
    let isAllowed = true;
    const listener = listen({}, { isStillAllowed: async () => isAllowed }, checking);
    await listener.next();
    isAllowed = false;
    expect(await drained(listener)).toBeTrue();
    checking.stop();
  });

  test("ends within a minute of an unannounced change", async () => {
    jest.useFakeTimers();
    const usual = new LiveHub({ onWatch: async () => undefined, limits });
    let isAllowed = true;
    const listener = listen({}, { isStillAllowed: async () => isAllowed }, usual);
    isAllowed = false;
    jest.advanceTimersByTime(60_000);
    expect(await drained(listener)).toBeTrue();
    usual.stop();
  });

  test("ends if access was removed while the stream was being opened", async () => {
    listen({}, { isStillAllowed: async () => false });
    await waitUntil("it has ended", () => hub.listeners === 0);
  });

  test("ends when its key expires", async () => {
    expect(await drained(listen({}, { expiresInMs: 5 }))).toBeTrue();
  });
});

test("sends alarms without values and message to a listener without the right to values, live and after a break", async () => {
  const alarm: LiveEvent = {
    kind: "alarm",
    accountId: 1,
    device: "d1",
    sensor: "s1",
    atUs: 1e6,
    name: "Hot",
    change: "raised",
    severity: "warning",
    message: "It is 31.5 °C.",
    value: 31.5,
    worst_value: 33,
  };
  const reader = listen();
  const other = listen({ mayReadValues: false });
  const [, { value: first }] = [await reader.next(), await other.next()];
  hub.publish([alarm]);
  expect((await read(reader, 1))[0]!.data).toMatchObject({
    value: 31.5,
    message: "It is 31.5 °C.",
    worst_value: 33,
  });
  const hidden = { name: "Hot", value: null, message: null, worst_value: null };
  expect((await read(other, 1))[0]!.data).toMatchObject(hidden);
  const afterId = /^id: (\S+)/.exec(Buffer.from(first!).toString())![1]!;
  expect((await read(listen({ afterId, mayReadValues: false }), 1))[0]!.data).toMatchObject(hidden);
});
