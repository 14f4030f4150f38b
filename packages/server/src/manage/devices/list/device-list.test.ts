import { afterAll, expect, test } from "bun:test";
import { offlineAfterUnknownMs } from "@weir/protocol/manage/expected-interval";
import { isTestDataInFile } from "../../../control/test-open-control.ts";
import type { WrittenConnection } from "../../../store/readings/reading-queries.ts";
import { ending, makePublishedChain } from "../../chains/test-chains.ts";
import { getDevice } from "../../core/find-device.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../../test-control.ts";
import { createDevice, editDevice, removeDevice } from "../devices.ts";
import { editAccountExpectation } from "../expectation/account-expectation.ts";
import { createDeviceGroup } from "../groups/device-groups.ts";
import { TestConnections } from "../test-connections.ts";
import { TestTroubles } from "../test-troubles.ts";
import { type DeviceListQuery, listDevicePage } from "./device-list.ts";
import { KnownConnections } from "./device-list-connections.ts";
import { troubledForMs } from "./device-list-troubles.ts";

afterAll(closeTestControls);

const nowMs = 1_800_000_000_000;

async function openFleet(names: readonly string[] = []) {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const connections = new TestConnections();
  const { seen, learned } = connections;
  const troubles = new TestTroubles();
  const add = async (name: string, overrides: Parameters<typeof newDevice>[1] = {}) => {
    const { uuid } = unwrap(await createDevice(control, newDevice(account.id, { name, ...overrides })));
    return unwrap(await getDevice(control, uuid));
  };
  for (const name of names) await add(name);
  const alarmed = new Set<number>();
  const alarms = { deviceAlarms: async () => [...alarmed].map((deviceId) => ({ deviceId })) };
  const page = (query: Partial<DeviceListQuery> = {}) =>
    listDevicePage(
      control,
      { connections, troubles, alarms, nowMs },
      {
        accountId: account.id,
        sort: "name",
        order: "asc",
        limit: 100,
        after: null,
        ...query,
      },
    );
  const namesOf = async (query: Partial<DeviceListQuery> = {}) =>
    (await page(query)).devices.map(({ name }) => name);
  /** All pages, one after another. */
  const walk = async (query: Partial<DeviceListQuery>, between = async () => {}) => {
    const walked: string[] = [];
    for (let after: DeviceListQuery["after"] = null; ; ) {
      const { devices, last } = await page({ ...query, after });
      walked.push(...devices.map(({ name }) => name));
      if (last === null) return walked;
      after = last;
      await between();
    }
  };
  return { control, account, connections, seen, learned, troubles, alarmed, add, page, names: namesOf, walk };
}

test("lists devices by name in any case, or in order of creation, both ways", async () => {
  const { names } = await openFleet(["beta", "Alpha", "Gamma", "alpha"]);
  expect(await names()).toEqual(["Alpha", "alpha", "beta", "Gamma"]);
  expect(await names({ order: "desc" })).toEqual(["Gamma", "beta", "alpha", "Alpha"]);
  expect(await names({ sort: "created" })).toEqual(["beta", "Alpha", "Gamma", "alpha"]);
  expect(await names({ sort: "created", order: "desc" })).toEqual(["alpha", "Gamma", "Alpha", "beta"]);
});

test("orders numbers in names by value, across pages and after a rename", async () => {
  const { control, add, names, walk } = await openFleet(["Greenhouse 10", "greenhouse 2", "Greenhouse 1"]);
  const { uuid } = await add("Greenhouse 3");
  unwrap(await editDevice(control, uuid, { name: "Greenhouse 11" }));
  const inOrder = ["Greenhouse 1", "greenhouse 2", "Greenhouse 10", "Greenhouse 11"];
  expect(await names()).toEqual(inOrder);
  expect(await walk({ limit: 1 })).toEqual(inOrder);
  expect(await walk({ limit: 1, order: "desc", status: "never_seen" })).toEqual(inOrder.toReversed());
});

test("finds devices by their whole name, in any case", async () => {
  const { names } = await openFleet(["Pump", "pump", "Pump 2", "Pump 02", "Old pump", "Wärme"]);
  expect(await names({ name: " PUMP " })).toEqual(["Pump", "pump"]);
  expect(await names({ name: "pump 2" })).toEqual(["Pump 2", "Pump 02"]);
  expect(await names({ name: "WÄRME" })).toEqual(["Wärme"]);
  expect(await names({ name: "Pum" })).toEqual([]);
});

test("lists devices that never connected last by last connection, both ways", async () => {
  const { names, seen, add } = await openFleet();
  for (const name of ["a", "b", "c", "d"]) await add(name);
  seen.set(1, 30).set(3, 10).set(4, 20);
  expect(await names({ sort: "last_connected" })).toEqual(["c", "d", "a", "b"]);
  expect(await names({ sort: "last_connected", order: "desc" })).toEqual(["a", "d", "c", "b"]);
});

test.each(["name", "created", "last_connected"] as const)(
  "lists every device once by %s, even equal ones, whatever is added and removed between pages",
  async (sort) => {
    for (const order of ["asc", "desc"] as const) {
      const { control, seen, add, walk } = await openFleet();
      const kept: string[] = [];
      for (let n = 0; n < 12; n++) {
        const { id, name } = await add(sort === "name" ? "Same" : `Device ${n}`, { description: `${n}` });
        if (n % 3 > 0) seen.set(id, 1000 * (n % 3));
        kept.push(name);
      }
      const gone = [await add("Gone 1"), await add("Gone 2"), await add("Gone 3")];
      const walked = await walk({ sort, order, limit: 2 }, async () => {
        const leaving = gone.pop();
        if (leaving !== undefined) unwrap(await removeDevice(control, leaving.uuid));
        if (kept.length < 100) await add("Coming");
      });
      const stayed = walked.filter((name) => !/Gone|Coming/.test(name));
      expect(stayed.sort()).toEqual(kept.sort());
    }
  },
);

test("finds a part of the name, description or UUID in any case, and the whole slug of a sensor", async () => {
  const { names, add } = await openFleet(["Pump"]);
  const boiler = await add("Big Boiler", {
    description: "in the 100%_cellar",
    sensors: [{ slug: "exhaust" }],
  });
  expect(await names({ search: "g bOI" })).toEqual(["Big Boiler"]);
  expect(await names({ search: "CELLAR" })).toEqual(["Big Boiler"]);
  expect(await names({ search: boiler.uuid.slice(4, 20).toUpperCase() })).toEqual(["Big Boiler"]);
  expect(await names({ search: "exhaust" })).toEqual(["Big Boiler"]);
  expect(await names({ search: "exhau" })).toEqual([]);
  expect(await names({ search: "" })).toEqual(["Big Boiler", "Pump"]);
});

test.each(["%", "_", "\\", "0%_c", "'", '"', "' OR 1=1 --"])("searches for %p literally", async (search) => {
  const { names, add } = await openFleet(["Plain"]);
  await add(`Odd ${search} one`);
  expect(await names({ search })).toEqual([`Odd ${search} one`]);
});

test.if(isTestDataInFile)("finds all devices with a slug that very many sensors have", async () => {
  const { control, names, add } = await openFleet(["Other"]);
  const { id } = await add("Frequent");
  await control.transact(async (tx) => {
    const { id: _, ...device } = await tx
      .selectFrom("devices")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (let n = 0; n < 2100; n++) {
      const made = await tx
        .insertInto("devices")
        .values({ ...device, uuid: `uuid-${n}`, name: "Many" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const sensor = { uuid: `sensor-${n}`, device_id: made.id, name: "x", slug: "dust", created_at: 1 };
      await tx.insertInto("sensors").values(sensor).execute();
    }
  });
  expect(await names({ search: "dust", limit: 3000 })).toEqual(Array(2100).fill("Many"));
});

test("combines filters by group, by no group and by being enabled with a search", async () => {
  const { control, account, names, add } = await openFleet(["Free"]);
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Roof" }));
  await add("Roof 1", { group: "Roof" });
  const { uuid } = await add("Roof 2", { group: "Roof" });
  unwrap(await editDevice(control, uuid, { enabled: false }));
  expect(await names({ group: "Roof" })).toEqual(["Roof 1", "Roof 2"]);
  expect(await names({ group: null })).toEqual(["Free"]);
  expect(await names({ group: "Cellar" })).toEqual([]);
  expect(await names({ enabled: false })).toEqual(["Roof 2"]);
  expect(await names({ enabled: true, group: "Roof" })).toEqual(["Roof 1"]);
  expect(await names({ enabled: true, group: "Roof", search: "Roof 2" })).toEqual([]);
});

test("shows a device of unknown interval online for ten minutes, to the millisecond, in every order", async () => {
  const { names, page, seen } = await openFleet(["edge", "late", "never"]);
  seen.set(1, nowMs - offlineAfterUnknownMs).set(2, nowMs - offlineAfterUnknownMs - 1);
  for (const sort of ["name", "created", "last_connected"] as const) {
    expect(await names({ sort, status: "online" })).toEqual(["edge"]);
    expect(await names({ sort, status: "offline" })).toEqual(["late"]);
    expect(await names({ sort, status: "never_seen" })).toEqual(["never"]);
  }
  expect((await page()).devices.map(({ status }) => status)).toEqual(["online", "offline", "never_seen"]);
});

test("shows devices online by the interval of the device, its group or its account, or the learned one, in every order", async () => {
  const { control, account, add, seen, learned, names, page } = await openFleet();
  const ago = (minutes: number) => nowMs - minutes * 60_000;
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Slow", expectedIntervalS: 3600 }));
  for (const [name, overrides] of [
    ["own, online", { group: "Slow", expectedIntervalS: 60 }],
    ["own, offline", { group: "Slow", expectedIntervalS: 60 }],
    ["group, online", { group: "Slow" }],
    ["learned, online", {}],
    ["unknown, offline", {}],
  ] as const)
    await add(name, overrides);
  seen.set(1, ago(3)).set(2, ago(3.1)).set(3, ago(179)).set(4, ago(29)).set(5, ago(11));
  learned
    .set(1, 86_400_000)
    .set(2, 86_400_000)
    .set(4, 10 * 60_000);
  for (const sort of ["name", "created", "last_connected"] as const) {
    const online = (await names({ sort, status: "online" })).toSorted();
    expect(online).toEqual(["group, online", "learned, online", "own, online"]);
    const offline = (await names({ sort, status: "offline" })).toSorted();
    expect(offline).toEqual(["own, offline", "unknown, offline"]);
  }
  const { devices } = await page({ sort: "created" });
  expect(devices.map(({ expectation, status }) => `${expectation.source} ${status}`)).toEqual([
    "device online",
    "device offline",
    "group online",
    "learned online",
    "default offline",
  ]);
  unwrap(await editAccountExpectation(control, account.id, { expectedIntervalS: 240 }));
  expect(await names({ status: "offline" })).toEqual(["learned, online", "own, offline"]);
});

test("finds a rare status among any number of others", async () => {
  const { names, seen, add } = await openFleet();
  for (let n = 0; n < 30; n++) await add(`Device ${String(n).padStart(2, "0")}`);
  seen.set(29, nowMs).set(30, nowMs);
  expect(await names({ status: "online", limit: 1 })).toEqual(["Device 28"]);
  expect(await names({ status: "online", order: "desc", limit: 5 })).toEqual(["Device 29", "Device 28"]);
});

test("lists nothing of another account", async () => {
  const { control, names, page } = await openFleet(["Mine"]);
  const other = await makeAccount(control, "Other");
  unwrap(await createDevice(control, newDevice(other.id, { name: "Theirs", sensors: [{ slug: "theirs" }] })));
  expect(await names()).toEqual(["Mine"]);
  expect(await names({ search: "theirs" })).toEqual([]);
  expect((await page({ accountId: other.id })).devices.map(({ name }) => name)).toEqual(["Theirs"]);
});

test.each([
  ["few", 0],
  ["many", 3000],
])(
  "lists the account's own of %s devices that were refused or rejected in the last day, in any order",
  async (_, others) => {
    const { control, troubles, seen, names, walk, page } = await openFleet(["d", "c", "b", "a", "e"]);
    const other = await makeAccount(control, "Other");
    const theirs = unwrap(await createDevice(control, newDevice(other.id, { name: "Theirs" })));
    const { id: theirId } = unwrap(await getDevice(control, theirs.uuid));
    troubles.last
      .set(1, nowMs)
      .set(2, nowMs - troubledForMs)
      .set(3, nowMs - troubledForMs - 1);
    troubles.last.set(4, nowMs - 1).set(theirId, nowMs);
    for (let n = 0; n < others; n++) troubles.last.set(1000 + n, nowMs);
    seen.set(4, nowMs - 5).set(1, nowMs - offlineAfterUnknownMs - 1);
    expect(await names({ troubled: true })).toEqual(["a", "c", "d"]);
    expect(await names({ troubled: false })).toEqual(["b", "e"]);
    expect(await names({ troubled: true, sort: "created", order: "desc" })).toEqual(["a", "c", "d"]);
    expect(await names({ troubled: true, sort: "last_connected" })).toEqual(["d", "a", "c"]);
    expect(await names({ troubled: true, status: "online" })).toEqual(["a"]);
    expect(await walk({ troubled: true, limit: 1 })).toEqual(["a", "c", "d"]);
    const { devices } = await page();
    expect(devices.map(({ lastTroubledMs }) => lastTroubledMs)).toEqual([
      nowMs - 1,
      nowMs - troubledForMs - 1,
      nowMs - troubledForMs,
      nowMs,
      null,
    ]);
  },
);

test.each([
  ["few", 0],
  ["many", 3000],
])("lists the account's own of %s devices with alarms, in any order", async (_, others) => {
  const { control, alarmed, seen, names, walk } = await openFleet(["d", "c", "b", "a"]);
  const other = await makeAccount(control, "Other");
  const { uuid } = unwrap(await createDevice(control, newDevice(other.id, { name: "Theirs" })));
  alarmed.add(1).add(4);
  // Even if alarms of another account were reported, its devices would not be listed.
  alarmed.add(unwrap(await getDevice(control, uuid)).id);
  for (let n = 0; n < others; n++) alarmed.add(1000 + n);
  seen.set(1, nowMs);
  expect(await names({ alarmed: true })).toEqual(["a", "d"]);
  expect(await names({ alarmed: false })).toEqual(["b", "c"]);
  expect(await names({ alarmed: true, sort: "last_connected" })).toEqual(["d", "a"]);
  expect(await names({ alarmed: true, status: "online" })).toEqual(["d"]);
  expect(await names({ alarmed: true, troubled: true })).toEqual([]);
  expect(await walk({ alarmed: true, limit: 1 })).toEqual(["a", "d"]);
});

test("shows the chain that applies to each device, its source, and its warnings", async () => {
  const { control, account, add, page } = await openFleet(["By default"]);
  const chain = await makePublishedChain(control, account.id, "Ends", ending);
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Roof", chain: chain.uuid }));
  await add("In a group", { group: "Roof" });
  await add("Own", { chain: chain.uuid });
  const { devices } = await page({ sort: "created" });
  expect(
    devices.map(({ chain: own, applicableChain: { name, through, warnings } }) => [
      own?.name ?? null,
      name,
      through,
      warnings.length,
    ]),
  ).toEqual([
    [null, "Default", "default", 0],
    [null, "Ends", "group", 1],
    ["Ends", "Ends", "device", 1],
  ]);
});

test("prefers recent connections to stored ones, and keeps the learned rhythm", async () => {
  const heard = new Map<number, WrittenConnection>();
  const connections = new KnownConnections(
    {
      connectionsOf: async (ids) =>
        new Map(ids.filter((id) => id <= 3).map((id) => [id, { lastConnectedMs: 100, rhythm: "60000" }])),
      devicesWithWrongClocks: async () => [],
    },
    { freshOf: (id) => heard.get(id) },
  );
  heard.set(1, { lastConnectedMs: 200, rhythm: null });
  heard.set(2, { lastConnectedMs: 50, rhythm: "60000,300000" });
  heard.set(4, { lastConnectedMs: 300, rhythm: null });
  expect(await connections.connectionsOf([1, 2, 3, 4, 5])).toEqual(
    new Map([
      [1, { lastConnectedMs: 200, rhythm: "60000" }],
      [2, { lastConnectedMs: 100, rhythm: "60000,300000" }],
      [3, { lastConnectedMs: 100, rhythm: "60000" }],
      [4, { lastConnectedMs: 300, rhythm: null }],
    ]),
  );
});

test.if(isTestDataInFile)("pages through a large fleet step by step, with every device once", async () => {
  const { control, connections, seen, add, page, names } = await openFleet();
  const { id } = await add("Fleet");
  await control.transact(async (tx) => {
    const { id: _, ...device } = await tx
      .selectFrom("devices")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (let n = 0; n < 4500; n++)
      await tx
        .insertInto("devices")
        .values({ ...device, uuid: `uuid-${n}`, name: "Fleet" })
        .execute();
  });
  for (let n = 1; n <= 4501; n += 2) seen.set(n, nowMs - (n % 7));
  for (const sort of ["name", "created", "last_connected"] as const) {
    const listed: number[] = [];
    for (let after: DeviceListQuery["after"] = null; ; ) {
      const { devices, last } = await page({ sort, status: "online", limit: 900, after });
      listed.push(...devices.map((device) => device.id));
      if (last === null) break;
      after = last;
    }
    expect(listed).toHaveLength(2251);
    expect(new Set(listed)).toEqual(new Set(seen.keys()));
  }
  expect(connections.mostAsked).toBeLessThan(2100);
  seen.set(4500, nowMs + 1);
  expect(await names({ sort: "last_connected", order: "desc", limit: 1 })).toEqual(["Fleet"]);
  expect((await page({ sort: "last_connected", order: "desc", limit: 1 })).devices[0]!.id).toBe(4500);
});
