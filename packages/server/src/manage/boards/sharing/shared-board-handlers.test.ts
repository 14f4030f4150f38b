import { afterAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { boardImageRoutes } from "@weir/protocol/manage/board-image-routes";
import { boardRoutes } from "@weir/protocol/manage/board-routes";
import type { BoardTile } from "@weir/protocol/manage/board-tile-forms";
import { shareLinkRoutes, shareLinksPerBoardMax } from "@weir/protocol/manage/share-link-routes";
import { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { board } from "@weir/protocol/resources/board";
import { noteShareLinkUse } from "../../../control/boards/share-links.ts";
import { insertMembership } from "../../../control/people/memberships.ts";
import { line, testNode } from "../../chains/test-chains.ts";
import { createDevice } from "../../devices/devices.ts";
import { createDeviceGroup } from "../../devices/groups/device-groups.ts";
import { sharedPerLinkMax, sharedPerSourceMax } from "../../people/people-limits.ts";
import { createUser } from "../../people/users.ts";
import { closeTestControls, newDevice, unwrap } from "../../test-control.ts";
import type { TestAnswer } from "../../testing/api-under-test.ts";
import { RecordsApiUnderTest } from "../../testing/records-api-under-test.ts";
import { smallestPicture } from "../../testing/test-picture.ts";
import { boardHandlers } from "../board-handlers.ts";
import { boardImageHandlers } from "../board-image-handlers.ts";
import { boards } from "../boards.ts";
import { shareLinkHandlers } from "./share-link-handlers.ts";
import { sharedBoardHandlers } from "./shared-board-handlers.ts";

afterAll(closeTestControls);

const routes = {
  ...board.routes,
  ...boardImageRoutes,
  ...boardRoutes,
  ...shareLinkRoutes,
  ...sharedBoardRoutes,
};
const handlers = {
  ...boards.handlers,
  ...boardImageHandlers,
  ...boardHandlers,
  ...shareLinkHandlers,
  ...sharedBoardHandlers,
};
const alarming = line(
  testNode("save", "save"),
  testNode("hot", "raise-alarm", { name: "too hot", severity: "critical", message: "{{value}}!" }),
);
const place = { x: 0, y: 0, width: 4, height: 2 };

type TileInput = Pick<BoardTile, "kind" | "settings">;
const tilesOf = (tiles: Readonly<Record<string, TileInput>>) =>
  Object.entries(tiles).map(([id, tile]) => ({ id, title: "", place, ...tile }));
const showing = (device: string | null, sensor = "temperature"): TileInput => ({
  kind: "value",
  settings: { source: { device, sensor } },
});

/** Two accounts, with one device each that has sent readings and raised an alarm. */
async function open() {
  const api = await RecordsApiUnderTest.create(routes, handlers, alarming);
  const { plant, office, records } = api;
  await records.process(plant.sensorId, 20, 21);
  await records.process(office.sensorId, 70);
  const editor = api.as("editor", plant);
  const addBoard = async (tiles: Readonly<Record<string, TileInput>>, variable: object | null = null) => {
    const definition = { variable, span: "24h", tiles: tilesOf(tiles) };
    const { json } = await editor.call("createBoard", { body: { name: "Hall", definition } });
    return { board: json.uuid as string };
  };
  const share = async (params: { board: string }, picked: string | null = null) =>
    (await editor.call("createShareLink", { params, body: { expires_in_days: 7, picked } })).json;
  /** Calls as somebody who only has the link. */
  const see = (token: string, tile?: string): Promise<TestAnswer> => {
    const headers = { authorization: `Bearer ${token}` };
    if (tile === undefined) return api.asNobody().call("showSharedBoard", { headers });
    return api.asNobody().call("showSharedTile", { headers, params: { tile } });
  };
  return { api, plant, office, records, editor, addBoard, share, see };
}

test("shows a board and what each of its tiles shows to whoever has the link", async () => {
  const { api, plant, addBoard, share, see } = await open();
  await using _ = api;
  const fixed = { device: plant.deviceUuid, sensor: plant.sensorUuid };
  const params = await addBoard({
    value: showing(plant.deviceUuid),
    gauge: { kind: "gauge", settings: { source: fixed, min: 0, max: 50, thresholds: [] } },
    chart: { kind: "chart", settings: { sources: [fixed], style: "lines", aggregation: "mean" } },
    week: {
      kind: "chart",
      settings: { sources: [fixed], style: "lines", aggregation: "mean", span: "7d" },
    },
    values: { kind: "values", settings: { sources: [fixed, { ...fixed, sensor: "flow" }] } },
    log: {
      kind: "log",
      settings: { of: "readings", sources: [{ ...fixed, sensor: "flow" }, fixed], max: 1 },
    },
    past: { kind: "log", settings: { of: "alarms", max: 5 } },
    table: {
      kind: "table",
      settings: { devices: { kind: "all" }, sensors: ["temperature", "flow"], attributes: [] },
    },
    map: { kind: "map", settings: { devices: { kind: "all" } } },
    status: { kind: "group_status", settings: { devices: { kind: "all" } } },
    alarms: { kind: "alarms", settings: { severities: ["critical"], max: 10 } },
    note: { kind: "text", settings: { text: "Hello" } },
  });
  const { token } = await share(params);
  const board = await see(token);
  expect(board.json).toMatchObject({ name: "Hall", picked: null, version: 1 });
  expect(board.json.definition.tiles).toHaveLength(12);
  expect(board.headers).toMatchObject({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
  const tile = async (id: string) => (await see(token, id)).json;
  const boiler = { device: "Boiler", sensor: { unit: "°C" }, latest: { value: 21 } };
  expect(await tile("value")).toMatchObject({ kind: "sources", sources: [boiler] });
  expect(await tile("gauge")).toMatchObject({ sources: [boiler], buckets: null });
  expect(await tile("values")).toMatchObject({ sources: [boiler, null], buckets: null, readings: null });
  const { readings } = await tile("log");
  expect(readings).toMatchObject([{ source: 1, value: 21 }]);
  expect(await tile("past")).toMatchObject({ kind: "alarms", alarms: [{ name: "too hot" }] });
  const { buckets } = await tile("chart");
  expect(buckets.sensors).toMatchObject([
    { sensor: plant.sensorUuid, buckets: [{ count: 2, min: 20, max: 21 }] },
  ]);
  const week = (await tile("week")).buckets;
  expect(Date.parse(week.to) - Date.parse(week.from)).toBeGreaterThan(6 * 24 * 3_600_000);
  expect(await tile("table")).toMatchObject({
    kind: "devices",
    has_more: false,
    columns: ["temperature", "flow"],
    devices: [
      { name: "Boiler", status: "never_seen", values: [{ unit: "°C", latest: { value: 21 } }, null] },
    ],
  });
  expect(await tile("map")).toMatchObject({ devices: [{ name: "Boiler", location: null, values: [] }] });
  expect(await tile("status")).toEqual({ kind: "status", online: 0, offline: 0, never_seen: 1, disabled: 0 });
  const { alarms } = await tile("alarms");
  expect(alarms).toMatchObject([{ name: "too hot", device: "Boiler", sensor: "temperature" }]);
  expect(await tile("note")).toEqual({ kind: "text" });
});

test("shows only what the current definition of the board names", async () => {
  const { api, plant, office, editor, addBoard, share, see } = await open();
  await using _ = api;
  const foreign = { kind: "devices" as const, devices: [office.deviceUuid] };
  const params = await addBoard({
    value: showing(plant.deviceUuid),
    humidity: showing(plant.deviceUuid, "humidity"),
    foreign: showing(office.deviceUuid),
    sensor: showing(plant.deviceUuid, office.sensorUuid),
    log: {
      kind: "log",
      settings: { of: "readings", sources: [{ device: office.deviceUuid, sensor: "temperature" }], max: 5 },
    },
    table: { kind: "table", settings: { devices: foreign, sensors: ["temperature"], attributes: [] } },
    status: { kind: "group_status", settings: { devices: foreign } },
    gone: showing("6f2c1f3e-8d0b-4e57-9a3f-0c5f6c1f7a10"),
  });
  const { token } = await share(params);
  expect((await see(token, "humidity")).json.sources).toMatchObject([{ latest: null }]);
  // Devices and sensors of another account are not found, whatever a definition names.
  for (const id of ["foreign", "sensor", "gone"]) {
    expect((await see(token, id)).json).toMatchObject({ sources: [null], buckets: { sensors: [] } });
  }
  expect((await see(token, "log")).json).toMatchObject({ sources: [null], readings: [] });
  expect((await see(token, "table")).json.devices).toEqual([]);
  expect((await see(token, "status")).json).toMatchObject({ never_seen: 0, disabled: 0 });
  expect((await see(token, "other")).json).toMatchObject({ status: 404, code: "unknown_tile" });
  const definition = { tiles: tilesOf({ humidity: showing(plant.deviceUuid, "humidity") }) };
  await editor.call("updateBoard", { params, body: { definition } });
  expect((await see(token, "value")).json.code).toBe("unknown_tile");
  expect((await see(token)).json.definition.tiles).toHaveLength(1);
  // Another board with the same tile ids stays out of reach.
  const other = await share(await addBoard({ note: { kind: "text", settings: { text: "Other" } } }));
  expect((await see(token, "note")).json.code).toBe("unknown_tile");
  expect((await see(other.token, "humidity")).json.code).toBe("unknown_tile");
});

test("shows only the device or group that was picked for the link", async () => {
  const { api, plant, office, records, editor, addBoard, share, see } = await open();
  await using _ = api;
  const second = unwrap(await createDevice(records.control, newDevice(plant.accountId, { name: "Pump" })));
  const shown = {
    kind: "table",
    settings: { devices: { kind: "variable" }, sensors: [], attributes: [] },
  } as const;
  const params = await addBoard(
    { value: showing(null), shown },
    { kind: "device", default: plant.deviceUuid },
  );
  const create = (picked: string | null) =>
    editor.call("createShareLink", { params, body: { expires_in_days: 1, picked } });
  for (const wrong of [null, office.deviceUuid, "Boiler"]) {
    const { status, json } = await create(wrong);
    expect([status, json.code, json.errors[0].field]).toEqual([422, "bad_pick", "picked"]);
  }
  const { token } = await share(params, second.uuid);
  expect((await see(token)).json.picked).toBe("Pump");
  expect((await see(token, "value")).json.sources).toMatchObject([{ device: "Pump", latest: null }]);
  expect((await see(token, "shown")).json.devices).toMatchObject([{ name: "Pump" }]);

  unwrap(await createDeviceGroup(records.control, { accountId: plant.accountId, name: "Cellar" }));
  const ofGroup = await addBoard({ shown }, { kind: "group", default: null });
  const { token: cellar } = await share(ofGroup, "Cellar");
  expect((await see(cellar, "shown")).json.devices).toEqual([]);
  const grouped = newDevice(plant.accountId, { name: "Fan", group: "Cellar" });
  unwrap(await createDevice(records.control, grouped));
  expect((await see(cellar, "shown")).json.devices).toMatchObject([{ name: "Fan" }]);
  // The variable of the board is another one now, so the link shows nothing there.
  const definition = {
    variable: { kind: "device", default: plant.deviceUuid },
    tiles: tilesOf({ value: showing(null) }),
  };
  await editor.call("updateBoard", { params: ofGroup, body: { definition } });
  expect((await see(cellar, "value")).json.sources).toEqual([null]);
});

test("shows the image of a tile, and no other image of the board or of another board", async () => {
  const { api, editor, addBoard, share, see } = await open();
  await using _ = api;
  const note: TileInput = { kind: "text", settings: { text: "Hello" } };
  const params = await addBoard({ note });
  const other = await addBoard({ note });
  const add = async (to: { board: string }): Promise<string> => {
    const headers = { "content-type": "application/octet-stream" };
    return (await editor.call("addBoardImage", { params: to, bytes: smallestPicture, headers })).json.image;
  };
  const [image, foreign] = [await add(params), await add(other)];
  const showing = (image: string): TileInput => ({
    kind: "image",
    settings: { image, alt: "", fit: "cover" },
  });
  const definition = { tiles: tilesOf({ plan: showing(image), foreign: showing(foreign), note }) };
  await editor.call("updateBoard", { params, body: { definition } });
  const { token } = await share(params);
  const look = (bearer: string, tile: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return api.asNobody().call("showSharedImage", { headers, params: { tile } });
  };
  expect((await see(token, "plan")).json).toEqual({ kind: "image" });
  const { status, headers } = await look(token, "plan");
  expect([status, headers["Content-Type"], headers["Cache-Control"]]).toEqual([
    200,
    "image/webp",
    "no-store",
  ]);
  for (const tile of ["foreign", "note", "other"]) {
    expect((await look(token, tile)).json.code).toBe("unknown_tile");
  }
  expect((await look("wsl_none", "plan")).json.code).toBe("unknown_share_link");
});

test("answers alike for links that never existed, were revoked or have expired, and for boards that are gone", async () => {
  const { api, records, editor, addBoard, share, see } = await open();
  await using _ = api;
  const note: TileInput = { kind: "text", settings: { text: "Hello" } };
  const params = await addBoard({ note });
  const [revoked, expired] = [await share(params), await share(params)];
  const deleted = await addBoard({ note });
  const gone = await share(deleted);
  expect((await editor.call("listShareLinks", { params })).json.items).toHaveLength(2);
  const link = { ...params, link: revoked.uuid };
  expect((await editor.call("revokeShareLink", { params: link })).status).toBe(204);
  expect((await editor.call("revokeShareLink", { params: link })).json.code).toBe("unknown_share_link");
  const past = { expires_at: records.control.nowUs() - 1 };
  await records.control.transact((tx) =>
    tx.updateTable("share_links").set(past).where("uuid", "=", expired.uuid).execute(),
  );
  expect((await editor.call("listShareLinks", { params })).json.items).toEqual([]);
  await editor.call("deleteBoard", { params: deleted });
  const never = `wsl_${"A".repeat(43)}`;
  const answers = [];
  for (const token of [never, revoked.token, expired.token, gone.token, "wsl_", "x"]) {
    for (const tile of [undefined, "note"]) {
      const { status, text, headers } = await see(token, tile);
      answers.push(JSON.stringify({ status, text, headers }));
    }
  }
  const { status, json } = await see(never);
  expect([status, json.code]).toEqual([404, "unknown_share_link"]);
  expect(new Set(answers).size).toBe(1);
  expect((await api.asNobody().call("showSharedBoard")).status).toBe(404);
});

test("shows the same whoever else the caller is, and stores no token", async () => {
  const { api, office, records, addBoard, share, see } = await open();
  await using _ = api;
  const { token } = await share(await addBoard({ note: { kind: "text", settings: { text: "Hello" } } }));
  const headers = { authorization: `Bearer ${token}` };
  const seen = (await see(token)).json;
  for (const caller of [api.as("owner", office), api.asKey(office, "boards:read"), api.asOperator()]) {
    expect((await caller.call("showSharedBoard", { headers })).json).toEqual(seen);
  }
  const rows = await records.control.db.selectFrom("share_links").selectAll().execute();
  const audited = await records.control.db.selectFrom("audit_log").select("after").execute();
  expect(JSON.stringify([rows, audited])).not.toContain(token.slice(4));
  expect(await api.audited()).toEqual(["board.create", "board.share"]);
});

test("lets only people who may change the account's boards share, and only boards that they see", async () => {
  const { api, plant, office, addBoard, share } = await open();
  await using _ = api;
  const params = await addBoard({});
  const { uuid } = await share(params);
  const body = { expires_in_days: 7 };
  const code = async (caller: ReturnType<typeof api.as>) =>
    (await caller.call("createShareLink", { params, body })).json.code;
  expect(await code(api.as("viewer", plant))).toBe("role_needed");
  expect(await code(api.asKey(plant, "boards:write"))).toBe("not_for_keys");
  expect(await code(api.as("owner", office))).toBe("unknown_board");
  const revoke = { params: { ...params, link: uuid } };
  expect((await api.as("owner", office).call("revokeShareLink", revoke)).json.code).toBe("unknown_board");
  const { control } = api.records;
  await control.transact(async (tx) => {
    const ada = { email: "ada@example.org", name: "Ada", passwordHash: "" };
    const { id: userId } = unwrap(await createUser(tx, ada, 1));
    await insertMembership(tx, { accountId: plant.accountId, userId, role: "editor", nowUs: 1 });
  });
  const copy = { params, body: { name: "Mine", owner: "person" } };
  const mine = (await api.as("editor", plant).call("duplicateBoard", copy)).json;
  const own = await api.as("editor", plant).call("createShareLink", { params: { board: mine.uuid }, body });
  expect([own.status, own.json.code]).toEqual([409, "own_board"]);
  const year = { params, body: { expires_in_days: 367 } };
  expect((await api.as("editor", plant).call("createShareLink", year)).status).toBe(422);
});

test("names links, tells their address once, and when they were last used", async () => {
  const { api, plant, records, editor, addBoard, see } = await open();
  await using _ = api;
  const params = await addBoard({ value: showing(null) }, { kind: "device", default: null });
  const body = { name: "Screen in the hall", expires_in_days: 7, picked: plant.deviceUuid };
  const made = (await editor.call("createShareLink", { params, body })).json;
  const { token, url, ...link } = made;
  expect(url).toBe(`${api.parts.publicUrl}/shared#${token}`);
  expect(link).toMatchObject({ name: "Screen in the hall", picked_name: "Boiler", last_used_at: null });
  const listed = async () => (await editor.call("listShareLinks", { params })).json.items;
  expect(await listed()).toEqual([link]);
  const lastUse = async (): Promise<string | null> => (await listed())[0].last_used_at;
  await see(token);
  expect(await lastUse()).not.toBeNull();
  // A screen asks all the time, so a use is noted once a minute.
  const { control } = records;
  const pretendUsed = (agoS: number) =>
    control.transact((tx) => noteShareLinkUse(tx, link.uuid, control.nowUs() - agoS * 1_000_000));
  for (const [agoS, isNoted] of [
    [50, false],
    [61, true],
  ] as const) {
    await pretendUsed(agoS);
    const before = await lastUse();
    await see(token, "value");
    expect([agoS, (await lastUse()) !== before]).toEqual([agoS, isNoted]);
  }
  const bad = { params, body: { ...body, name: "two\nlines" } };
  expect((await editor.call("createShareLink", bad)).json.errors[0].field).toBe("name");
});

test("says whether a link allows embedding, which it does only if its creator chose that", async () => {
  const { api, editor, addBoard, see } = await open();
  await using _ = api;
  const params = await addBoard({ note: { kind: "text", settings: { text: "Hello" } } });
  for (const [chosen, expected] of [
    [{}, false],
    [{ embedding: false }, false],
    [{ embedding: true }, true],
  ] as const) {
    const body = { expires_in_days: 7, ...chosen };
    const { token, embedding } = (await editor.call("createShareLink", { params, body })).json;
    expect([embedding, (await see(token)).json.embedding]).toEqual([expected, expected]);
  }
  const { items } = (await editor.call("listShareLinks", { params })).json;
  expect(items.map((link: { embedding: boolean }) => link.embedding)).toEqual([true, false, false]);
});

test("shows values with the unit and decimals of their sensor type", async () => {
  const { api, plant, records, addBoard, share, see } = await open();
  await using _ = api;
  const { control } = records;
  await control.transact(async (tx) => {
    const type = { uuid: randomUUID(), account_id: plant.accountId, name: "Heat", unit: "K", decimals: 1 };
    const states = [{ value: -127, name: "Disconnected" }];
    await tx
      .insertInto("sensor_types")
      .values({ ...type, states: JSON.stringify(states), created_at: 1 })
      .execute();
    await tx.updateTable("sensors").set({ type: "Heat" }).where("id", "=", plant.sensorId).execute();
  });
  const { token } = await share(await addBoard({ value: showing(plant.deviceUuid) }));
  const sensorOf = async () => (await see(token, "value")).json.sources[0].sensor;
  expect(await sensorOf()).toMatchObject({ unit: "°C", decimals: 1 });
  await control.transact((tx) =>
    tx.updateTable("sensors").set({ unit: null }).where("id", "=", plant.sensorId).execute(),
  );
  expect(await sensorOf()).toMatchObject({
    unit: "K",
    decimals: 1,
    states: [{ value: -127, name: "Disconnected" }],
  });
});

test("shows attributes and common sensors of devices with a tag", async () => {
  const { api, plant, records, addBoard, share, see } = await open();
  await using _ = api;
  const { control } = records;
  const noted = (name: string, tags: string[], attributes: Record<string, string | number>) =>
    createDevice(control, newDevice(plant.accountId, { name, tags, attributes }));
  unwrap(await noted("Fan", ["cold"], { site: "Berlin", floor: 2 }));
  unwrap(await noted("Pump", ["cold", "old"], {}));
  const devices = { kind: "tag" as const, tag: "cold" };
  const params = await addBoard({
    table: { kind: "table", settings: { devices, sensors: null, attributes: ["floor", "site"] } },
    status: { kind: "group_status", settings: { devices } },
  });
  const { token } = await share(params);
  const { json } = await see(token, "table");
  expect([json.attributes, json.columns]).toEqual([
    ["floor", "site"],
    ["humidity", "temperature"],
  ]);
  const rows = json.devices.map((device: { name: string; attributes: unknown[]; values: unknown[] }) => [
    device.name,
    device.attributes,
    device.values.length,
  ]);
  expect(rows).toEqual([
    ["Fan", [2, "Berlin"], 2],
    ["Pump", [null, null], 2],
  ]);
  expect((await see(token, "status")).json).toMatchObject({ never_seen: 2 });
});

test("limits the links of a board, and the requests of a source", async () => {
  const { api, editor, addBoard, share, see } = await open();
  await using _ = api;
  const params = await addBoard({ note: { kind: "text", settings: { text: "Hello" } } });
  const { token } = await share(params);
  for (let n = 1; n < shareLinksPerBoardMax; n++) await share(params);
  const { status, json } = await editor.call("createShareLink", { params, body: { expires_in_days: 7 } });
  expect([status, json.code]).toEqual([409, "too_many_share_links"]);
  const nowMs = api.parts.clock.nowMs();
  const { sharedByLink, sharedBySource } = api.parts.limits;
  const { uuid } = (await editor.call("listShareLinks", { params })).json.items.at(-1);
  for (let n = 0; n < sharedPerLinkMax; n++) await sharedByLink.take(uuid, nowMs);
  expect((await see(token)).json.code).toBe("too_many_requests");
  expect((await see(`wsl_${"A".repeat(43)}`)).status).toBe(404);
  for (let n = 0; n < sharedPerSourceMax; n++) await sharedBySource.take("192.0.2.1", nowMs);
  const refused = await see(`wsl_${"A".repeat(43)}`);
  expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
});

test("counts all addresses of a /64 network together, since one machine has all of them", async () => {
  const { api } = await open();
  await using _ = api;
  const { sharedBySource } = api.parts.limits;
  const see = (source: string) =>
    api.asNobody().call("showSharedBoard", {
      source,
      headers: { authorization: `Bearer wsl_${"A".repeat(43)}` },
    });
  for (let n = 0; n < sharedPerSourceMax; n++) {
    await sharedBySource.take("2001:db8:0:1::/64", api.parts.clock.nowMs());
  }
  expect((await see("2001:db8:0:1:ffff::7")).status).toBe(429);
  expect((await see("2001:db8:0:2::7")).status).toBe(404);
});
