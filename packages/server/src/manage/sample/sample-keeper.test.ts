import { expect, test } from "bun:test";
import { sampleDataRoutes } from "@weir/protocol/manage/sample-data-routes";
import { sendingSamplesMax } from "../../control/sample/samples.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { sampleDataHandlers } from "./sample-data-handlers.ts";
import { sampleFleet, sampleSize } from "./sample-fleet.ts";
import { TestSamples } from "./test-samples.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

async function open() {
  const api = await ApiUnderTest.create(sampleDataRoutes, sampleDataHandlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const samples = new TestSamples(api);
  await editor.call("loadSampleData");
  await samples.look();
  const state = async () => (await editor.call("showSampleData")).json.state;
  const uuids = await uuidsOf(api);
  return { api, account, editor, samples, state, uuids };
}

/** The UUIDs of the devices by part. */
async function uuidsOf({ control }: Pick<ApiUnderTest<typeof sampleDataRoutes>, "control">) {
  const rows = await control.db
    .selectFrom("sample_items")
    .innerJoin("devices", "devices.id", "sample_items.device_id")
    .select(["part", "uuid"])
    .execute();
  return new Map(rows.map(({ part, uuid }) => [part!, uuid]));
}

interface Sent {
  readonly data: readonly {
    readonly sensor_slug: string;
    readonly value: number;
    readonly timestamp: string;
  }[];
  readonly battery_voltage?: number;
}

function sentBy({ sent }: TestSamples, uuid: string): Sent[] {
  return sent.filter(({ target }) => target.includes(uuid)).map(({ body }) => JSON.parse(body) as Sent);
}

/** Lets time pass, with looks in between. */
async function pass(api: ApiUnderTest<typeof sampleDataRoutes>, samples: TestSamples, ms: number) {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    api.clock.advanceMs(minuteMs);
    await samples.look();
  }
}

test("lets each device send at once when it is loaded, and each at its interval from then on", async () => {
  const { api, samples, uuids } = await open();
  await using _ = api;
  for (const uuid of uuids.values()) expect(sentBy(samples, uuid).length).toBeGreaterThan(0);
  samples.sent.length = 0;
  await pass(api, samples, 10 * minuteMs);
  const counts = (part: string) => sentBy(samples, uuids.get(part)!).length;
  expect([counts("freezer-1"), counts("meter"), counts("truck"), counts("yard")]).toEqual([10, 20, 2, 0]);
  await samples.stop();
});

test("sends what the history goes on with: the same curves, without a step", async () => {
  const { api, samples, uuids } = await open();
  await using _ = api;
  const row = await api.control.db.selectFrom("samples").selectAll().executeTakeFirstOrThrow();
  const fleet = sampleFleet({ seed: row.seed, loadedMs: row.loaded_at / 1000 });
  samples.sent.length = 0;
  await pass(api, samples, 5 * minuteMs);
  const { sensors } = fleet.find(({ part }) => part === "roof")!;
  for (const { data } of sentBy(samples, uuids.get("roof")!))
    for (const { sensor_slug, value, timestamp } of data) {
      const { curve, decimals } = sensors.find(({ slug }) => slug === sensor_slug)!;
      expect(value).toBe(Number(curve(Date.parse(timestamp)).toFixed(decimals)));
    }
  await samples.stop();
});

test("makes the mistakes that real devices make", async () => {
  const { api, samples, uuids } = await open();
  await using _ = api;
  const [workshop] = sentBy(samples, uuids.get("workshop")!);
  expect(workshop!.data.map(({ sensor_slug }) => sensor_slug)).toEqual(["temprature", "humidity"]);
  const fast = samples.sent.filter(({ clockMs }) => clockMs !== undefined);
  expect(fast.map(({ target }) => target.includes(uuids.get("loading-dock")!))).toEqual([true]);
  const nowMs = api.clock.nowMs();
  expect(fast[0]!.clockMs! - nowMs).toBeWithin(9 * minuteMs - 1000, 9 * minuteMs + 1000);
  samples.sent.length = 0;
  await pass(api, samples, 60 * minuteMs);
  const office = sentBy(samples, uuids.get("office")!).map((sent) => JSON.stringify(sent));
  expect(office.length).toBeGreaterThan(new Set(office).size);
  const truck = sentBy(samples, uuids.get("truck")!);
  expect(truck.map(({ data }) => data.length)).toEqual(truck.map(() => 5));
  const volts = sentBy(samples, uuids.get("gate")!).map(({ battery_voltage }) => battery_voltage!);
  expect(volts.at(-1)!).toBeLessThan(volts[0]!);
  await samples.stop();
});

test("gives each account a source of its own, so that none uses up the requests of another", async () => {
  const { api, samples } = await open();
  await using _ = api;
  await api.as("editor", await api.addAccount("Office")).call("loadSampleData");
  await samples.look();
  expect(new Set(samples.sent.map(({ source }) => source)).size).toBe(2);
  await samples.stop();
});

test("goes on after a restart, with what the devices kept meanwhile in one request of each", async () => {
  const { api, samples, uuids, state } = await open();
  await using _ = api;
  await samples.stop();
  api.clock.advanceMs(6 * 60 * minuteMs);
  const restarted = new TestSamples(api);
  restarted.watched = [];
  await restarted.look();
  expect(await state()).toBe("sending");
  const [kept, current] = sentBy(restarted, uuids.get("roof")!);
  expect(kept!.data).toHaveLength(36 * 3);
  expect(current!.data).toHaveLength(3);
  expect(sentBy(restarted, uuids.get("yard")!)).toEqual([]);
  await restarted.stop();
});

test("sends nothing more once nobody has looked for three days, and goes on when somebody does", async () => {
  const { api, account, samples, state } = await open();
  await using _ = api;
  api.clock.advanceMs(3 * dayMs + minuteMs);
  samples.sent.length = 0;
  await samples.look();
  expect([samples.sent.length, await state()]).toEqual([0, "paused"]);
  samples.watched = [account.id];
  await samples.look();
  expect(samples.sent.length).toBeGreaterThan(sampleSize - 2);
  expect(await state()).toBe("sending");
  await samples.stop();
});

test("keeps a limited number of samples going: those that somebody looked at last", async () => {
  const { api, account, samples, state } = await open();
  await using _ = api;
  const nowUs = api.control.nowUs();
  for (let nth = 0; nth < sendingSamplesMax; nth++) {
    const { id } = await api.addAccount(`Other ${nth}`);
    const times = { loaded_at: nowUs, sent_until: nowUs, seen_at: nowUs + 1 };
    const row = { account_id: id, state: "sending", seed: 1, filled: sampleSize, ...times } as const;
    await api.control.transact((tx) => tx.insertInto("samples").values(row).execute());
  }
  expect(await state()).toBe("paused");
  api.clock.advanceMs(2 * 3_600_000);
  samples.watched = [account.id];
  await samples.look();
  expect(await state()).toBe("sending");
  await samples.stop();
});

test("is sent by one process at a time, and by another one when the first does not come back", async () => {
  const { api, samples, uuids } = await open();
  await using _ = api;
  const other = new TestSamples(api);
  await other.look();
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  samples.onSend = () => {
    asked();
    return goesOn;
  };
  api.clock.advanceMs(minuteMs);
  const first = samples.look();
  await isAsked;
  await other.look();
  expect(other.sent).toEqual([]);
  api.clock.advanceMs(61_000);
  await other.look();
  expect(sentBy(other, uuids.get("freezer-1")!).length).toBeGreaterThan(0);
  goOn();
  await first;
  await samples.stop();
  await other.stop();
});

test("stops in the middle of sending when the sample is removed", async () => {
  const { api, editor, samples, state } = await open();
  await using _ = api;
  let count = 0;
  samples.onSend = async () => {
    if (++count === 3) await editor.call("removeSampleData");
  };
  api.clock.advanceMs(minuteMs);
  await samples.look();
  samples.onSend = async () => undefined;
  await samples.look();
  expect(samples.purged).toHaveLength(sampleSize);
  expect(await state()).toBe("none");
  samples.sent.length = 0;
  await pass(api, samples, 2 * minuteMs);
  expect(samples.sent).toEqual([]);
  await samples.stop();
});
