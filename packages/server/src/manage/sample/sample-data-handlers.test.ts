import { expect, test } from "bun:test";
import { sampleDataRoutes } from "@weir/protocol/manage/sample-data-routes";
import { unwrap } from "@weir/protocol/result";
import type { DeviceRequest } from "../../bus/device-request.ts";
import type { ImportedReadings } from "../../bus/imported-readings.ts";
import { listBoards } from "../../control/boards/boards.ts";
import { overviewBoardName } from "../boards/overview-board.ts";
import { type ImportSink, ImportUnavailableError } from "../core/import-sink.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { createSampleDataHandlers } from "./sample-data-handlers.ts";
import { sampleFleet, sampleGroup } from "./sample-fleet.ts";

/** Takes the readings of the sample data, or says that there is no room. */
class Sink implements ImportSink {
  readonly aheadMaxMs = 0;
  readonly taken: (ImportedReadings & { readonly mode: string })[] = [];
  isFull = false;

  async take(mode: string, readings: ImportedReadings) {
    if (this.isFull) throw new ImportUnavailableError("The queue is full.");
    this.taken.push({ mode, ...readings });
    return { accepted: readings.values.length, duplicates: 0 };
  }
}

async function open() {
  const sink = new Sink();
  const sent: DeviceRequest[] = [];
  /** How many requests had been sent each time everything accepted was waited for. */
  const settledAfter: number[] = [];
  const flush = async () => void settledAfter.push(sent.length);
  const sendAsDevice = async (request: DeviceRequest) => {
    sent.push(request);
    return { status: 202, headers: {}, body: "{}" };
  };
  const handlers = createSampleDataHandlers(sink);
  const api = await ApiUnderTest.create(sampleDataRoutes, handlers, { parts: { sendAsDevice, flush } });
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const devices = () =>
    api.control.db.selectFrom("devices").select("name").where("account_id", "=", account.id).execute();
  const groups = () =>
    api.control.db.selectFrom("device_groups").select("name").where("account_id", "=", account.id).execute();
  /** Without the board that the account started with. */
  const boards = async () =>
    (await listBoards(api.control.db, { accountId: account.id, userId: null })).filter(
      ({ name }) => name !== overviewBoardName,
    );
  return { api, account, editor, sink, sent, settledAfter, devices, groups, boards };
}

const fleetSize = sampleFleet(Date.now()).length;

test("loads a fleet with a week of readings, a group and a board, and says so", async () => {
  const { api, editor, sink, devices, groups, boards } = await open();
  await using _ = api;
  expect((await editor.call("showSampleData")).json).toEqual({
    device_count: 0,
    board: null,
    loaded_at: null,
  });
  const loaded = await editor.call("loadSampleData");
  expect([loaded.status, loaded.json.device_count]).toEqual([201, fleetSize]);
  expect((await editor.call("showSampleData")).json).toEqual(loaded.json);
  expect(await devices()).toHaveLength(fleetSize);
  expect(await groups()).toEqual([{ name: sampleGroup }]);
  expect(await boards()).toHaveLength(1);
  const stored = sink.taken.filter(({ mode }) => mode === "store");
  expect(stored).toHaveLength(fleetSize);
  for (const { atUs, deviceIds, sensorIds } of stored) {
    expect(new Set(deviceIds).size).toBe(1);
    expect(new Set(sensorIds).size).toBeGreaterThan(0);
    expect(atUs.length).toBeGreaterThan(500);
  }
});

test("lets each device send a reading, one with a fast clock", async () => {
  const { api, editor, sent } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  expect(sent).toHaveLength(fleetSize);
  const clocks = sent.flatMap(({ clockMs }) => clockMs ?? []);
  expect(clocks).toHaveLength(1);
  expect(clocks[0]).toBe(Math.floor(api.control.nowUs() / 1000) + 9 * 60_000);
});

test("removes all of it, even what was renamed, and nothing else", async () => {
  const { api, account, editor, devices, groups, boards } = await open();
  await using _ = api;
  const own = { accountId: account.id, name: "Pump", contract: "queued", handling: "strict" } as const;
  unwrap(await createDevice(api.control, { ...own, sensors: [] }));
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Hall" }));
  await editor.call("loadSampleData");
  await api.control.transact(async (tx) => {
    await tx.updateTable("device_groups").set({ name: "Mine" }).where("name", "=", sampleGroup).execute();
    await tx.updateTable("devices").set({ name: "Renamed" }).where("name", "like", "Roof%").execute();
  });
  expect((await editor.call("removeSampleData")).status).toBe(204);
  expect(await devices()).toEqual([{ name: "Pump" }]);
  expect(await groups()).toEqual([{ name: "Hall" }]);
  expect(await boards()).toEqual([]);
  expect((await editor.call("showSampleData")).json).toEqual({
    device_count: 0,
    board: null,
    loaded_at: null,
  });
  expect((await editor.call("removeSampleData")).json.code).toBe("no_sample_data");
});

test("loads it once, and again after it was removed", async () => {
  const { api, editor, devices } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  expect((await editor.call("loadSampleData")).json.code).toBe("sample_data_loaded");
  expect(await devices()).toHaveLength(fleetSize);
  await editor.call("removeSampleData");
  expect((await editor.call("loadSampleData")).status).toBe(201);
});

test("leaves nothing behind if the readings cannot be saved", async () => {
  const { api, editor, sink, devices, groups, boards } = await open();
  await using _ = api;
  sink.isFull = true;
  expect((await editor.call("loadSampleData")).json.code).toBe("import_unavailable");
  expect([...(await devices()), ...(await groups()), ...(await boards())]).toEqual([]);
});

test("does not touch the sample data of another account", async () => {
  const { api, editor, devices } = await open();
  await using _ = api;
  await editor.call("loadSampleData");
  const theirs = api.as("owner", await api.addAccount("Office"));
  expect((await theirs.call("showSampleData")).json.device_count).toBe(0);
  expect((await theirs.call("removeSampleData")).json.code).toBe("no_sample_data");
  expect(await devices()).toHaveLength(fleetSize);
});

test("answers when everything that the devices sent can be read, so that nobody sees them as never connected", async () => {
  const { api, editor, settledAfter } = await open();
  await using _ = api;
  expect((await editor.call("loadSampleData")).status).toBe(201);
  expect(settledAfter).toEqual([fleetSize]);
});
