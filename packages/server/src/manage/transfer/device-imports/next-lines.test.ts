import { afterAll, expect, test } from "bun:test";
import { importedAtOnceMax } from "@weir/protocol/manage/device-import-limits";
import { deviceImportRoutes } from "@weir/protocol/manage/device-import-routes";
import { deviceImportByUuid } from "../../../control/imports/device-imports.ts";
import { closeTestControls } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { deviceImportHandlers } from "./device-import-handlers.ts";
import { readNextLines } from "./next-lines.ts";

afterAll(closeTestControls);

const names = Array.from({ length: 2 * importedAtOnceMax + 5 }, (_, nth) => `Pump ${nth}`);

test("the next devices are read from where the last ones ended, and not from the start of the file again", async () => {
  await using api = await ApiUnderTest.create(deviceImportRoutes, deviceImportHandlers);
  const { control } = api;
  Object.assign(control.limits, { devices: 5000 });
  const editor = api.as("editor", await api.addAccount("Plant"));
  const file = new TextEncoder().encode(`name\n${names.join("\n")}\n`);
  const headers = { "content-type": "application/octet-stream" };
  const { uuid } = (await editor.call("createDeviceImport", { bytes: file, headers })).json;
  const read = async (createdCount: number) => {
    const found = (await deviceImportByUuid(control, uuid))!;
    const lines = await readNextLines(control, { ...found, createdCount });
    return lines.map(({ device }) => device.name);
  };
  const [one, two] = [importedAtOnceMax, 2 * importedAtOnceMax];
  expect(await read(0)).toEqual(names.slice(0, one));
  // Whoever counts the lines from the start finds none there any more.
  const passed = new TextEncoder().encode(`name\n${names.slice(0, one).join("\n")}\n`).length;
  const rest = new Uint8Array(file).fill(10, 0, passed);
  await control.transact((tx) => tx.updateTable("device_imports").set({ file: rest }).execute());
  expect(await read(one)).toEqual(names.slice(one, two));
  expect(await read(two)).toEqual(names.slice(two));
});
