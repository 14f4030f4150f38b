import { expect, test } from "bun:test";
import { importPartBytesMax, importRoutes } from "@weir/protocol/manage/import-routes";
import type { ImportedReadings } from "../../../bus/imported-readings.ts";
import type { ReachedLimit } from "../../../platform/reached-limit.ts";
import { type ImportSink, ImportUnavailableError } from "../../core/import-sink.ts";
import { createDevice } from "../../devices/devices.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { createImportHandlers } from "./import-handlers.ts";
import { addImportTables } from "./test-import.ts";

const octets = { "content-type": "application/octet-stream" };

async function scene() {
  const took: { mode: string; values: number[] }[] = [];
  const state: { isFull: boolean; limit: ReachedLimit | null } = { isFull: false, limit: null };
  const sink: ImportSink = {
    aheadMaxMs: 5000,
    async take(mode, { values }: ImportedReadings) {
      if (state.isFull) throw new ImportUnavailableError("There is no room.", { limit: state.limit });
      took.push({ mode, values });
      return { accepted: values.length, duplicates: 0 };
    },
  };
  const api = await ApiUnderTest.create(importRoutes, createImportHandlers(sink));
  addImportTables(api.dataDir);
  const account = await api.addAccount("Plant");
  const device = unwrap(await createDevice(api.control, newDevice(account.id)));
  const editor = api.as("editor", account);
  const body = { format: "csv", mode: "store", device: device.uuid, sensor: "humidity" };
  const begin = async (): Promise<string> => (await editor.call("createImport", { body })).json.uuid;
  const send = (uuid: string, offset: string, text: string) =>
    editor.call("appendToImport", {
      params: { import: uuid },
      bytes: Buffer.from(text),
      headers: { ...octets, "upload-offset": offset },
    });
  return { api, account, device, editor, body, begin, send, took, state };
}

test("continues an open import with the same file key, and not a finished one", async () => {
  const { api, editor, body, send } = await scene();
  await using _ = api;
  const begin = async () =>
    (await editor.call("createImport", { body: { ...body, file_key: "size-and-time" } })).json;
  const { uuid } = await begin();
  await send(uuid, "0", "at,value\n2026-01-01,1\n");
  expect(await begin()).toMatchObject({ uuid, received_bytes: 22, accepted: 1 });
  await editor.call("finishImport", { params: { import: uuid } });
  expect((await begin()).received_bytes).toBe(0);
});

test("accepts a file in parts, finishes it, and shows its problems", async () => {
  const { api, editor, begin, send, took } = await scene();
  await using _ = api;
  const uuid = await begin();
  const first = await send(uuid, "0", "at,value\n2026-01-01,1\n2026-0");
  expect([first.status, first.json.received_bytes, first.json.accepted]).toEqual([200, 28, 1]);
  await send(uuid, "28", "1-02,2\nx,3\n");
  const params = { import: uuid };
  const { json } = await editor.call("finishImport", { params });
  expect(json).toMatchObject({ state: "finished", lines: 4, accepted: 2, problem_count: 1 });
  expect(json.problems).toEqual([
    { line: 4, reason: "The time is not ISO 8601, such as 2026-01-31T14:05:09Z." },
  ]);
  expect(took).toEqual([
    { mode: "store", values: [1] },
    { mode: "store", values: [2] },
  ]);
  expect((await editor.call("getImport", { params })).json).toEqual(json);
  expect((await editor.call("listImports")).json.items.length).toBe(1);
  expect((await send(uuid, "39", "x")).json.code).toBe("import_finished");
});

test("answers a wrong offset with a conflict that names the right one", async () => {
  const { api, begin, send } = await scene();
  await using _ = api;
  const uuid = await begin();
  await send(uuid, "0", "at,value\n");
  const { status, json, headers } = await send(uuid, "0", "at,value\n");
  expect([status, json.code, headers["Upload-Offset"]]).toEqual([409, "wrong_offset", "9"]);
});

test("answers 503 and keeps the offset when readings cannot be accepted", async () => {
  const { api, begin, send, state } = await scene();
  await using _ = api;
  const uuid = await begin();
  state.isFull = true;
  const refused = await send(uuid, "0", "at,value\n2026-01-01,1\n");
  expect([refused.status, refused.json.code, refused.headers["Retry-After"]]).toEqual([
    503,
    "import_unavailable",
    "5",
  ]);
  state.limit = { setting: "stored_readings_per_account", max: 100 };
  const limited = await send(uuid, "0", "at,value\n2026-01-01,1\n");
  expect([limited.status, limited.json.limit]).toEqual([503, state.limit]);
  expect(limited.json.detail).toStartWith("There is no room. Request the import to see where to continue");
  state.isFull = false;
  expect((await send(uuid, "0", "at,value\n2026-01-01,1\n")).json.accepted).toBe(1);
});

test("deletes a cancelled import", async () => {
  const { api, editor, begin, send } = await scene();
  await using _ = api;
  const uuid = await begin();
  expect((await editor.call("cancelImport", { params: { import: uuid } })).status).toBe(204);
  expect((await send(uuid, "0", "at,value\n")).json.code).toBe("unknown_import");
});

test("neither shows nor accepts imports of another account", async () => {
  const { api, begin, body } = await scene();
  await using _ = api;
  const uuid = await begin();
  const stranger = api.as("owner", await api.addAccount("Other"));
  expect((await stranger.call("createImport", { body })).json.code).toBe("unknown_device");
  expect((await stranger.call("listImports")).json.items).toEqual([]);
  const params = { import: uuid };
  for (const name of ["getImport", "finishImport", "cancelImport"] as const) {
    expect((await stranger.call(name, { params })).json.code).toBe("unknown_import");
  }
  const headers = { ...octets, "upload-offset": "0" };
  const sent = await stranger.call("appendToImport", { params, bytes: Buffer.from("x"), headers });
  expect(sent.json.code).toBe("unknown_import");
});

test("refuses a part that is not bytes, is too large or has no offset", async () => {
  const { api, editor, begin, send } = await scene();
  await using _ = api;
  const uuid = await begin();
  const params = { import: uuid };
  const asJson = await editor.call("appendToImport", { params, body: {}, headers: { "upload-offset": "0" } });
  expect(asJson.status).toBe(415);
  const bytes = new Uint8Array(importPartBytesMax + 1);
  const headers = { ...octets, "upload-offset": "0" };
  expect((await editor.call("appendToImport", { params, bytes, headers })).status).toBe(413);
  for (const offset of ["", "-1", "1e3", "x"]) {
    expect((await send(uuid, offset, "x")).json.errors[0].field).toBe("header.upload-offset");
  }
});
