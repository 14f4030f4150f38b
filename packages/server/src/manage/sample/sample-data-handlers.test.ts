import { expect, test } from "bun:test";
import { sampleDataRoutes } from "@weir/protocol/manage/sample-data-routes";
import { unwrap } from "@weir/protocol/result";
import { listBoards } from "../../control/boards/boards.ts";
import { firstBoardName } from "../boards/first-board.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { sampleDataHandlers } from "./sample-data-handlers.ts";
import { sampleGroup, sampleSize } from "./sample-fleet.ts";
import { TestSamples } from "./test-samples.ts";

const none = { state: "none", device_count: 0, loaded_share: null, board: null, loaded_at: null };

async function open() {
  const api = await ApiUnderTest.create(sampleDataRoutes, sampleDataHandlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const samples = new TestSamples(api);
  const names = async (
    table: "devices" | "device_groups" | "device_templates" | "chains" | "saved_charts",
  ) => {
    const rows = api.control.db.selectFrom(table).select("name").where("account_id", "=", account.id);
    return (await rows.execute()).map(({ name }) => name).filter((name) => name !== "Save everything");
  };
  /** Without the board that the account started with. */
  const boards = async () =>
    (await listBoards(api.control.db, { accountId: account.id, userId: null })).filter(
      ({ name }) => name !== firstBoardName,
    );
  const state = async () => (await editor.call("showSampleData")).json.state;
  return { api, account, editor, samples, names, boards, state };
}

test("creates a fleet at once, saves a week of readings of each device, and says how far it is", async () => {
  const { api, editor, samples, names, boards, state } = await open();
  await using _ = api;
  expect((await editor.call("showSampleData")).json).toEqual(none);
  const loaded = await editor.call("loadSampleData");
  expect([loaded.status, loaded.json]).toEqual([
    201,
    expect.objectContaining({ state: "loading", device_count: sampleSize, loaded_share: 0 }),
  ]);
  expect(await names("devices")).toHaveLength(sampleSize);
  expect(await names("device_groups")).toEqual([sampleGroup]);
  expect(await names("device_templates")).toHaveLength(1);
  expect(await names("saved_charts")).toHaveLength(1);
  expect(await boards()).toHaveLength(1);
  await samples.look();
  expect(await state()).toBe("sending");
  const stored = samples.taken.filter(({ mode }) => mode === "store");
  expect(stored).toHaveLength(sampleSize);
  for (const { atUs, deviceIds, sensorIds } of stored) {
    expect(new Set(deviceIds).size).toBe(1);
    expect(new Set(sensorIds).size).toBeGreaterThan(0);
    expect(atUs.length).toBeGreaterThan(500);
  }
});

test("says that it is loading until the readings can be saved, and continues with the next device", async () => {
  const { api, editor, samples, state } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  samples.room = 3;
  await samples.look();
  expect((await editor.call("showSampleData")).json).toMatchObject({ state: "loading" });
  samples.room = Number.POSITIVE_INFINITY;
  await samples.look();
  expect(await state()).toBe("sending");
  const filled = samples.taken.filter(({ mode }) => mode === "store").map(({ deviceIds }) => deviceIds[0]);
  expect(new Set(filled).size).toBe(sampleSize);
});

test("removes all of it, even what was renamed, and nothing else", async () => {
  const { api, account, editor, samples, names, boards } = await open();
  await using _ = api;
  const own = { accountId: account.id, contract: "queued", handling: "strict", sensors: [] } as const;
  unwrap(await createDevice(api.control, { ...own, name: "Pump" }));
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Hall" }));
  const chains = await names("chains");
  await editor.call("loadSampleData");
  unwrap(await createDevice(api.control, { ...own, name: "Mine", group: sampleGroup }));
  await samples.look();
  await api.control.transact(async (tx) => {
    await tx.updateTable("device_groups").set({ name: "Ours" }).where("name", "=", sampleGroup).execute();
    await tx.updateTable("devices").set({ name: "Renamed" }).where("name", "like", "Roof%").execute();
  });
  expect((await editor.call("removeSampleData")).status).toBe(204);
  expect((await names("devices")).toSorted()).toEqual(["Mine", "Pump"]);
  expect(await names("device_groups")).toEqual(["Hall"]);
  expect(await names("chains")).toEqual(chains);
  expect([...(await names("device_templates")), ...(await names("saved_charts"))]).toEqual([]);
  expect(await boards()).toEqual([]);
  expect((await editor.call("showSampleData")).json).toEqual({ ...none, state: "removing" });
  expect((await editor.call("removeSampleData")).json.code).toBe("no_sample_data");
  await samples.look();
  expect((await editor.call("showSampleData")).json).toEqual(none);
  expect(samples.purged).toHaveLength(sampleSize);
});

test("keeps its chain if another device uses it, because readings must not go another way", async () => {
  const { api, account, editor, samples, names } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  const [chain] = (await names("chains")).filter((name) => name.endsWith("(sample)"));
  const own = { accountId: account.id, contract: "queued", handling: "strict", sensors: [] } as const;
  unwrap(await createDevice(api.control, { ...own, name: "Mine", chain: chain! }));
  await editor.call("removeSampleData");
  await samples.look();
  expect(await names("chains")).toContain(chain!);
  expect((await editor.call("showSampleData")).json).toEqual(none);
});

test("loads it once, and again after it was removed", async () => {
  const { api, editor, samples, names } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  expect((await editor.call("loadSampleData")).json.code).toBe("sample_data_loaded");
  expect(await names("devices")).toHaveLength(sampleSize);
  await editor.call("removeSampleData");
  expect((await editor.call("loadSampleData")).json.code).toBe("sample_data_loaded");
  await samples.look();
  expect((await editor.call("loadSampleData")).status).toBe(201);
});

test("creates nothing if the account has no room for all of it", async () => {
  const { api, account, names, boards, state } = await open();
  await using _ = api;
  const taken = { accountId: account.id, name: sampleGroup };
  unwrap(await createDeviceGroup(api.control, taken));
  const chains = await names("chains");
  const refused = await api.as("editor", account).call("loadSampleData");
  expect(refused.json.code).toBe("group_name_taken");
  expect(await names("chains")).toEqual(chains);
  expect([...(await names("devices")), ...(await boards())]).toEqual([]);
  expect(await state()).toBe("none");
});

test("records one entry for loading it and one for removing it", async () => {
  const { api, account, editor, samples } = await open();
  await using _ = api;
  const before = (await api.auditOf(account)).length;
  await editor.call("loadSampleData");
  await editor.call("removeSampleData");
  await samples.look();
  const entries = await api.auditOf(account);
  expect(entries.slice(0, entries.length - before).map(({ action }) => action)).toEqual([
    "sample-data.remove",
    "sample-data.load",
  ]);
});

test("does not touch the sample data of another account", async () => {
  const { api, editor, names } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  const theirs = api.as("owner", await api.addAccount("Office"));
  expect((await theirs.call("showSampleData")).json.device_count).toBe(0);
  expect((await theirs.call("removeSampleData")).json.code).toBe("no_sample_data");
  expect(await names("devices")).toHaveLength(sampleSize);
});
