import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { ApiUnderTest, type TestAccount } from "../testing/api-under-test.ts";
import { deviceHandlers } from "./device-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceRoutes, deviceHandlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account) };
}

type Api = Awaited<ReturnType<typeof open>>["api"];

async function make(api: Api, account: TestAccount, body: Record<string, unknown>) {
  const { status, json } = await api.as("editor", account).call("createDevice", { body });
  expect(status).toBe(201);
  return json;
}

const notes = {
  tags: ["cold", "hall-2"],
  attributes: { site: "Berlin", floor: 3, roof: false },
  location: { latitude: 52.52, longitude: 13.405, label: "Gate 4" },
  notes: "Door sticks.\nAsk Ada.",
};

test("lists and counts only the named devices, and none of another account", async () => {
  const { api, account } = await open();
  await using _ = api;
  const office = await api.addAccount("Office");
  const named = { name: "Freezer" };
  const [one, , three] = [
    await make(api, account, named),
    await make(api, account, named),
    await make(api, account, named),
  ];
  const foreign = await make(api, office, named);
  const viewer = api.as("viewer", account);
  const query = { devices: [three!.uuid, one!.uuid.toUpperCase(), foreign.uuid].join(",") };
  const { items } = (await viewer.call("listDevices", { query })).json;
  expect(items.map(({ uuid }: { uuid: string }) => uuid).sort()).toEqual([one!.uuid, three!.uuid].sort());
  expect((await viewer.call("countDevices", { query })).json).toMatchObject({ never_seen: 2, disabled: 0 });
  expect((await viewer.call("listDevices", { query: { devices: "all" } })).status).toBe(422);
});

test("keeps the tags, attributes, location and notes of a device, each value with its type", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const created = await make(api, account, { name: "Freezer", ...notes, tags: ["hall-2", "cold", "cold"] });
  expect(created).toMatchObject(notes);
  const { json } = await editor.call("showDevice", { params: { device: created.uuid } });
  expect(json).toMatchObject(notes);
  expect(await make(api, account, { name: "Bare" })).toMatchObject({
    tags: [],
    attributes: {},
    location: null,
    notes: "",
  });
});

test("replaces what a patch names and keeps the rest, with a new version and an audit entry", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const { uuid } = await make(api, account, { name: "Freezer", ...notes });
  const params = { device: uuid };
  const before = await editor.call("showDevice", { params });
  const patch = { tags: [], attributes: { site: "Hamburg" } };
  const after = await editor.call("updateDevice", { params, body: patch });
  expect(after.json).toMatchObject({ ...notes, ...patch });
  expect(after.json.attributes).toEqual(patch.attributes);
  expect(after.headers.ETag).not.toBe(before.headers.ETag);
  const [entry] = await api.auditOf(account);
  expect(entry).toMatchObject({ action: "device.update", before: notes, after: patch });
  const cleared = await editor.call("updateDevice", { params, body: { location: null, notes: "" } });
  expect(cleared.json).toMatchObject({ location: null, notes: "", attributes: patch.attributes });
});

test("refuses values beyond their limits and names the field", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const many = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);
  const refused = async (given: Record<string, unknown>) => {
    const { status, json } = await editor.call("createDevice", { body: { name: "Freezer", ...given } });
    return [status, json.errors?.[0]?.field];
  };
  expect(await refused({ tags: ["Two words"] })).toEqual([422, "tags.0"]);
  expect(await refused({ tags: many(21) })).toEqual([422, "tags"]);
  expect(await refused({ attributes: { "no good": 1 } })).toEqual([422, "attributes.no good"]);
  expect(await refused({ attributes: { a: null } })).toEqual([422, "attributes.a"]);
  expect(await refused({ attributes: { a: "x".repeat(201) } })).toEqual([422, "attributes.a"]);
  expect(await refused({ attributes: Object.fromEntries(many(51).map((name) => [name, 1])) })).toEqual([
    422,
    "attributes",
  ]);
  expect(await refused({ location: { latitude: 91, longitude: 0 } })).toEqual([422, "location.latitude"]);
  expect(await refused({ notes: "x".repeat(4001) })).toEqual([422, "notes"]);
  // Half a surrogate pair passes the schema, but cannot be stored.
  expect((await refused({ attributes: { a: "\ud800" } }))[0]).toBe(422);
});

test("takes all fields at their longest in one body", async () => {
  const { api, account } = await open();
  await using _ = api;
  const long = (length: number) => "€".repeat(length);
  const attributes = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`${"a".repeat(38)}${String(n).padStart(2, "0")}`, long(200)]),
  );
  const { uuid } = await make(api, account, { name: "Freezer" });
  // Some programs escape all that is not ASCII, which takes six bytes.
  const body = { attributes, notes: long(4000), description: long(2000) };
  const { status, json } = await api.as("editor", account).call("updateDevice", {
    params: { device: uuid },
    bytes: Buffer.from(JSON.stringify(body).replaceAll("€", "\\u20ac")),
    headers: { "content-type": "application/json" },
  });
  expect([status, Object.keys(json.attributes).length]).toEqual([200, 50]);
});

test("finds devices by tags and attributes exactly, and by search in part", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  await make(api, account, { name: "A", tags: ["cold", "hall"], attributes: { site: "Berlin", floor: 3 } });
  await make(api, account, {
    name: "B",
    tags: ["cold-room"],
    attributes: { site: "Berlin Mitte", floor: 31 },
  });
  await make(api, account, { name: "C", attributes: { floor: "3", on: true, quote: 'say "x":3,' } });
  await make(api, account, { name: "D", attributes: { other: "Berlin", subfloor: 3 } });
  const names = async (query: Record<string, string>) => {
    const { json } = await editor.call("listDevices", { query });
    const counted = await editor.call("countDevices", { query });
    expect(counted.json.never_seen).toBe(json.items.length);
    return json.items.map(({ name }: { name: string }) => name).join("");
  };
  expect(await names({ tag: "cold" })).toBe("A");
  expect(await names({ tag: "Cold, hall" })).toBe("A");
  expect(await names({ tag: "cold,cold-room" })).toBe("");
  expect(await names({ "attribute.site": "Berlin" })).toBe("A");
  expect(await names({ "attribute.site": "berlin" })).toBe("A");
  expect(await names({ "attribute.floor": "3" })).toBe("AC");
  expect(await names({ "attribute.floor": "3.0" })).toBe("A");
  expect(await names({ "attribute.on": "true" })).toBe("C");
  expect(await names({ "attribute.x": "3" })).toBe("");
  expect(await names({ "attribute.floor": "3", "attribute.site": "Berlin" })).toBe("A");
  expect(await names({ "attribute.floor": "%" })).toBe("");
  expect(await names({ search: "COLD" })).toBe("AB");
  expect(await names({ search: "mitte" })).toBe("B");
  expect(await names({ search: "subfl" })).toBe("D");
  expect(await names({ search: 'say "x"' })).toBe("C");
  expect(await names({ search: '":' })).toBe("");
});

test("changes the tags and attributes of many devices, keeps the others, and goes on past a device that is refused", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const first = await make(api, account, {
    name: "A",
    tags: ["cold", "old"],
    attributes: { site: "Berlin" },
  });
  const second = await make(api, account, { name: "B", attributes: { floor: 2, site: "Bonn" } });
  const change = (patch: object) =>
    editor.call("updateManyDevices", { body: { devices: [first.uuid, second.uuid], ...patch } });
  const shown = async () => {
    const { items } = (await editor.call("listDevices")).json;
    return items.map(({ tags, attributes }: { tags: string[]; attributes: object }) => [tags, attributes]);
  };
  const patch = { add_tags: ["new"], remove_tags: ["old"], attributes: { floor: 3, site: null } };
  expect((await change(patch)).json.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "updated",
    "updated",
  ]);
  expect(await shown()).toEqual([
    [["cold", "new"], { floor: 3 }],
    [["new"], { floor: 3 }],
  ]);
  expect((await change(patch)).json.results[0].outcome).toBe("unchanged");
  const [entry] = await api.auditOf(account);
  expect(entry).toMatchObject({ action: "device.bulk-update", after: patch });
  // The first device would have too many, which does not keep the second one from getting them.
  const tags = Array.from({ length: 19 }, (_, n) => `t${n}`).sort();
  expect((await change({ add_tags: tags })).json.results).toEqual([
    {
      uuid: first.uuid,
      outcome: "refused",
      problem: { code: "bad_text", detail: "A device can have at most 20 tags." },
    },
    { uuid: second.uuid, outcome: "updated", problem: null },
  ]);
  expect(await shown()).toEqual([
    [["cold", "new"], { floor: 3 }],
    [["new", ...tags], { floor: 3 }],
  ]);
  expect((await change({})).status).toBe(422);
});
