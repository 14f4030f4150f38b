import { expect, test } from "bun:test";
import { smallestPicture, testPng } from "../../testing/test-picture.ts";
import { pictureType } from "./picture-type.ts";

const png = testPng();
const jpeg = Buffer.from(
  "ffd8ffe00004 4a46 ffc0000b080010002001011100 ffda0008010100003f00 1234 ffd9".replaceAll(" ", ""),
  "hex",
);
const webp = smallestPicture;
const lossless = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

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
