import { expect, test } from "bun:test";
import { decodeMessage, encodeMessage } from "./message-codec.ts";

test.each([
  [null],
  [[1, "ü", true, { a: null }]],
  [{ max: Number.POSITIVE_INFINITY, min: Number.NEGATIVE_INFINITY, no: Number.NaN }],
  [{ odd: new Uint8Array([1, 2, 3]), rows: new Float64Array([0.1, -1e300]), of: [new Uint16Array([65535])] }],
  [{ empty: new Uint8Array(0), text: "\u0000 and \\u0000" }],
])("%p comes out as it went in", (message) => {
  expect(decodeMessage(encodeMessage(message))).toEqual(message);
});

test("decodes buffers as plain bytes, and undefined as null", () => {
  expect(decodeMessage(encodeMessage({ hash: Buffer.from([0, 255]) }))).toEqual({
    hash: new Uint8Array([0, 255]),
  });
  expect(decodeMessage(encodeMessage(undefined))).toBeNull();
});
