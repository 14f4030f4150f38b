import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { LiveEvent } from "./live-event.ts";
import { type LiveFilter, LiveHub } from "./live-hub.ts";

let watched: (readonly number[])[];
let hub: LiveHub;

beforeEach(() => {
  watched = [];
  hub = new LiveHub({ onWatch: (accountIds) => watched.push(accountIds) });
});
afterEach(() => hub.stop());

function value(n: number, { accountId = 1, device = "d1", sensor = "s1" } = {}): LiveEvent {
  return { kind: "value", accountId, device, sensor, slug: "a", atUs: n * 1e6, value: n };
}

function filter(given: Partial<LiveFilter> = {}): LiveFilter {
  return { accountId: 1, devices: new Set(), sensors: new Set(), afterId: null, ...given };
}

interface Seen {
  readonly id: number | null;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events have many forms.
  readonly data: any;
}

/** Reads on until so many events came; comments do not count. */
async function read(listener: AsyncIterator<Uint8Array>, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (seen.length < count) {
    const { value: piece, done } = await listener.next();
    if (done) break;
    const lines = Buffer.from(piece).toString().trim().split("\n");
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const event = field("event");
    if (event === undefined) continue;
    seen.push({
      id: field("id") === undefined ? null : Number(field("id")),
      event,
      data: JSON.parse(field("data")!),
    });
  }
  return seen;
}

function listen(given: Partial<LiveFilter> = {}): AsyncIterator<Uint8Array> {
  return hub.subscribe(filter(given))![Symbol.asyncIterator]();
}

describe("a listener", () => {
  test("sees what happens in its account, and nothing of another", async () => {
    const listener = listen();
    hub.publish([value(1), value(2, { accountId: 2 }), value(3)]);
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

  test("sees only the devices and sensors it asked for", async () => {
    const ofDevice = listen({ devices: new Set(["d2"]) });
    const ofSensor = listen({ sensors: new Set(["s2"]) });
    hub.publish([value(1), value(2, { device: "d2" }), value(3, { sensor: "s2" })]);
    expect((await read(ofDevice, 1))[0]!.data.value).toBe(2);
    expect((await read(ofSensor, 1))[0]!.data.value).toBe(3);
  });

  test("that comes back gets what it missed, once; when too much went by it is told to look anew", async () => {
    const first = listen();
    hub.publish([value(1), value(2)]);
    const [seen] = await read(first, 1);
    await first.return!();
    hub.publish([value(3)]);
    const back = listen({ afterId: seen!.id });
    expect((await read(back, 2)).map(({ data }) => data.value)).toEqual([2, 3]);
    const stranger = listen({ afterId: 5 });
    expect((await read(stranger, 1))[0]!.event).toBe("reset");
  });

  test("that does not read is let go, and the others do not notice", async () => {
    const stuck = listen();
    const quick = listen();
    for (let batch = 0; batch < 200; batch++) {
      hub.publish(Array.from({ length: 100 }, (_, n) => value(n)));
      expect(await read(quick, 100)).toHaveLength(100);
    }
    expect(hub.listeners).toBe(1);
    expect(await read(stuck, 1)).toEqual([]);
  });
});

test("what is watched is told when it changes", async () => {
  const one = listen();
  listen();
  listen({ accountId: 2 });
  expect(watched).toEqual([[1], [1, 2]]);
  await one.return!();
  expect(watched).toHaveLength(2);
  expect(hub.isWatched(1)).toBeTrue();
});

test("a stopping server ends every listener", async () => {
  const listener = listen();
  await listener.next();
  const waiting = listener.next();
  hub.stop();
  expect((await waiting).done).toBeTrue();
});
