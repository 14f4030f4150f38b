import { expect, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import { devicePictureRoutes, pictureBytesMax } from "@weir/protocol/manage/device-picture-routes";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest, type TestAnswer } from "../../testing/api-under-test.ts";
import { createDevice, removeDevice } from "../devices.ts";
import { devicePictureHandlers } from "./device-picture-handlers.ts";
import { pictureType } from "./picture-type.ts";

const png = testPng();
const jpeg = Buffer.from(
  "ffd8ffe00004 4a46 ffc0000b080010002001011100 ffda0008010100003f00 1234 ffd9".replaceAll(" ", ""),
  "hex",
);
const webp = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
const lossless = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
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

test.each([
  ["a PNG", png, "image/png"],
  ["a JPEG", jpeg, "image/jpeg"],
  ["a WebP", webp, "image/webp"],
  ["a lossless WebP", lossless, "image/webp"],
  ["only the signature of a PNG", Buffer.concat([png.subarray(0, 8), Buffer.alloc(100, 7)]), null],
  ["a PNG with bytes behind its end", Buffer.concat([png, Buffer.from("<script>")]), null],
  ["half a PNG", png.subarray(0, png.length - 4), null],
  ["a PNG with a wrong sum", png.with(30, png[30]! ^ 1), null],
  ["a PNG without pixels", testPng({ pixels: [] }), null],
  ["a PNG of no width", testPng({ width: 0 }), null],
  ["a PNG that is far too wide", testPng({ width: 100_000 }), null],
  ["a PNG of an unknown colour type", testPng({ colour: 5 }), null],
  ["a JPEG without a frame", Buffer.from("ffd8ffda0008010100003f00ffd9", "hex"), null],
  ["a JPEG with bytes behind its end", Buffer.concat([jpeg, Buffer.from("PK")]), null],
  ["only the first bytes of a JPEG", Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(50)]), null],
  ["a WebP with a wrong length", Buffer.concat([webp, Buffer.alloc(2)]), null],
  ["only the first bytes of a WebP", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), null],
  ["a GIF", Buffer.from("GIF89a"), null],
  ["nothing", Buffer.from(""), null],
] as const)("recognises %s by its whole content", (_name, bytes, type) => {
  expect(pictureType(bytes)).toBe(type);
});

function testPng({ width = 1, colour = 2, pixels = [0, 255, 0, 0] } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(1, 4);
  head.set([8, colour], 8);
  const chunk = (name: string, content: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const data = pixels.length === 0 ? [] : [chunk("IDAT", deflateSync(Buffer.from(pixels)))];
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", head), ...data, chunk("IEND", Buffer.alloc(0))]);
}
