import { expect, test } from "bun:test";
import { devicePictureRoutes } from "@weir/protocol/manage/device-picture-routes";
import { pictureBytesMax } from "@weir/protocol/manage/picture-bytes-max";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest, type TestAnswer } from "../../testing/api-under-test.ts";
import { testPng } from "../../testing/test-picture.ts";
import { createDevice, removeDevice } from "../devices.ts";
import { devicePictureHandlers } from "./device-picture-handlers.ts";

const png = testPng();
const jpeg = Buffer.from(
  "ffd8ffe00004 4a46 ffc0000b080010002001011100 ffda0008010100003f00 1234 ffd9".replaceAll(" ", ""),
  "hex",
);
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
    // A picture that was replaced, or that its viewer may no longer see, is not shown from a cache.
    "Cache-Control": "private, no-cache",
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

test("goes by the bytes of a picture, sent as bytes or as any image type, and refuses other types", async () => {
  const { api, account, editor, params } = await open();
  await using _ = api;
  const put = (type: string | null) => {
    const headers = type === null ? {} : { "content-type": type };
    return editor.call("replaceDevicePicture", { params, bytes: png, headers });
  };
  for (const type of ["image/png", "IMAGE/PNG; a=b", "image/jpg", "image/jpeg", "image/*"]) {
    expect((await put(type)).status).toBe(204);
    const { headers } = await api.as("viewer", account).call("showDevicePicture", { params });
    expect(headers["Content-Type"]).toBe("image/png");
  }
  for (const type of [null, "image", "text/html", "application/json"]) {
    const { status, json, headers } = await put(type);
    expect([status, json.detail, headers.Accept]).toEqual([
      415,
      "Send the body as application/octet-stream or image/*.",
      "application/octet-stream, image/*",
    ]);
  }
});

test("deletes the picture with its device", async () => {
  const { api, params, put } = await open();
  await using _ = api;
  await put(png);
  unwrap(await removeDevice(api.control, params.device));
  expect(await api.control.db.selectFrom("device_pictures").select("device_id").execute()).toEqual([]);
});
