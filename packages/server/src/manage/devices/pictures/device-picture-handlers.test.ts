import { expect, test } from "bun:test";
import { devicePictureRoutes, pictureBytesMax } from "@weir/protocol/manage/device-picture-routes";
import { ApiUnderTest, type TestAnswer } from "../../../web/testing/api-under-test.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { createDevice, removeDevice } from "../devices.ts";
import { devicePictureHandlers } from "./device-picture-handlers.ts";
import { pictureType } from "./picture-type.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100, 7)]);
const jpeg = Buffer.concat([Buffer.from("\xff\xd8\xff\xe0", "latin1"), Buffer.alloc(50)]);
const headers = { "content-type": "application/octet-stream" };
const told = ({ status, json }: TestAnswer) => [status, json.code];

async function open() {
  const api = await ApiUnderTest.create(devicePictureRoutes, devicePictureHandlers);
  const account = await api.addAccount("Plant");
  const { uuid: device } = unwrap(await createDevice(api.control, newDevice(account.id)));
  const editor = api.as("editor", account);
  const params = { device };
  const put = (bytes: Uint8Array) => editor.call("replaceDevicePicture", { params, bytes, headers });
  return { api, account, editor, params, put };
}

test("stores, replaces, shows and deletes a picture, and audits it", async () => {
  const { api, account, editor, params, put } = await open();
  await using _ = api;
  expect(told(await editor.call("showDevicePicture", { params }))).toEqual([404, "no_picture"]);
  expect((await put(jpeg)).status).toBe(204);
  expect((await put(png)).status).toBe(204);
  const shown = await api.as("viewer", account).call("showDevicePicture", { params });
  expect(shown.headers).toMatchObject({
    "Content-Type": "image/png",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
  expect((await editor.call("deleteDevicePicture", { params })).status).toBe(204);
  expect(told(await editor.call("deleteDevicePicture", { params }))).toEqual([404, "no_picture"]);
  const actions = (await api.auditOf(account)).map(({ action }) => action);
  expect(actions.slice(0, 3)).toEqual([
    "device-picture.delete",
    "device-picture.replace",
    "device-picture.replace",
  ]);
});

test("refuses what is no picture, whatever it claims to be, and what is too large", async () => {
  const { api, put } = await open();
  await using _ = api;
  const html = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  expect(told(await put(html))).toEqual([415, "bad_picture"]);
  expect(told(await put(Buffer.concat([png, Buffer.alloc(pictureBytesMax)])))).toEqual([413, "too_large"]);
});

test("deletes the picture with its device", async () => {
  const { api, params, put } = await open();
  await using _ = api;
  await put(png);
  unwrap(await removeDevice(api.control, params.device));
  expect(await api.control.db.selectFrom("device_pictures").select("device_id").execute()).toEqual([]);
});

test.each([
  [png, "image/png"],
  [jpeg, "image/jpeg"],
  [Buffer.from("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
  [Buffer.from("XXXX\0\0\0\0WEBPVP8 "), null],
  [Buffer.from("GIF89a"), null],
  [Buffer.from(""), null],
])("recognises a picture by its first bytes", (bytes, type) => {
  expect(pictureType(bytes)).toBe(type);
});
