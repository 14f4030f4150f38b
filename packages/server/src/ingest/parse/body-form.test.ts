import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { SharedRoom } from "../../platform/shared-room.ts";
import { type Listener, listen } from "../http/listener.ts";
import { bodyForm, decodeBody } from "./body-form.ts";

const bytesMax = 1000;

/** A real listener that reports what became of the body, so that requests arrive as in production. */
let listener: Listener;
beforeAll(() => {
  const ignore = () => undefined;
  const options = { host: "127.0.0.1", port: 0, certificate: null, sourceLimit: null };
  listener = listen(
    {
      ...options,
      onCertificateReplaced: ignore,
      onCertificateUnusable: ignore,
      onFault: ignore,
    },
    {
      refuse: (fault) => ({ status: fault, headers: {}, body: "" }),
      begin({ headers, body }) {
        const form = bodyForm(headers, body, bytesMax);
        if (!form.ok) return { status: 400, headers: {}, body: form.error };
        const { inflate } = form;
        return {
          bytesMax: form.bytesMax,
          room: new SharedRoom(1_000_000).share([]),
          readsAtOnce: inflate === null,
          refuse: (fault) => ({ status: fault, headers: {}, body: "" }),
          async take(received) {
            if (inflate === null)
              return {
                status: 200,
                headers: {},
                body: received === "too large" ? "payloadTooLarge" : Buffer.from(received).toString(),
              };
            if (typeof received === "string") return { status: 200, headers: {}, body: "payloadTooLarge" };
            const decoded = await decodeBody(received, inflate, bytesMax);
            return {
              status: 200,
              headers: {},
              body: decoded.ok ? Buffer.from(decoded.bytes).toString() : decoded.error,
            };
          },
        };
      },
    },
  );
});
afterAll(() => listener.drain(0));

interface Sent {
  readonly body: Uint8Array | string | ReadableStream | null;
  readonly type?: string | null;
  readonly encoding?: string;
}

/** Resolves to the bytes as text, or the error. */
async function send({ body, type = "application/json", encoding }: Sent): Promise<string> {
  const headers = new Headers();
  if (type !== null) headers.set("content-type", type);
  if (encoding !== undefined) headers.set("content-encoding", encoding);
  // Fetch would set its own type for text.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const response = await fetch(listener.url, { method: "POST", headers, body: bytes });
  return response.text();
}

function chunked(chunks: readonly Uint8Array[]): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(chunk);
        await new Promise((resolve) => setImmediate(resolve));
      }
      controller.close();
    },
  });
}

const text = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0x78);

describe("type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json; charset=utf8; profile=x",
    "application/json;",
  ])("accepts %s", async (type) => {
    expect(await send({ body: "{}", type })).toBe("{}");
  });

  test.each([
    null,
    "",
    "text/json",
    "application/jsonp",
    "application/json2; charset=utf-8",
    "application/vnd.api+json",
    "text/plain",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
  ])("refuses %p", async (type) => {
    expect(await send({ body: "{}", type })).toBe("unsupportedMediaType");
  });
});

describe("size", () => {
  test("accepts a body at the limit and refuses one byte more, with a stated length or in chunks", async () => {
    const exact = text(bytesMax);
    const over = text(bytesMax + 1);
    expect(await send({ body: exact })).toHaveLength(bytesMax);
    expect(await send({ body: over })).toBe("payloadTooLarge");
    expect(await send({ body: chunked([exact.subarray(1), exact.subarray(0, 1)]) })).toHaveLength(bytesMax);
    expect(await send({ body: chunked([exact, over.subarray(0, 1)]) })).toBe("payloadTooLarge");
    expect(await send({ body: exact, encoding: "identity" })).toHaveLength(bytesMax);
    expect(await send({ body: over, encoding: "Identity" })).toBe("payloadTooLarge");
  });

  test("treats a missing body as an empty one", async () => {
    expect(await send({ body: null })).toBe("");
  });
});

const encodings: [name: string, encoding: string, encode: (bytes: Uint8Array) => Buffer][] = [
  ["gzip", "gzip", gzipSync],
  ["gzip under its older name", "x-gzip", gzipSync],
  ["deflate in zlib's form", "deflate", deflateSync],
  ["deflate as a bare stream", "deflate", deflateRawSync],
  ["brotli", "br", brotliCompressSync],
  ["zstandard", "zstd", zstdCompressSync],
];

describe.each(encodings)("%s", (_name, encoding, encode) => {
  test("is inflated, in any spelling of its name", async () => {
    const body = encode(new TextEncoder().encode('{"a":"☂"}'));
    expect(await send({ body, encoding })).toBe('{"a":"☂"}');
    expect(
      await send({
        body: chunked([body.subarray(0, 3), body.subarray(3)]),
        encoding: encoding.toUpperCase(),
      }),
    ).toBe('{"a":"☂"}');
  });

  test("counts at its inflated length: the limit is accepted, one byte more or a bomb is refused", async () => {
    expect(await send({ body: encode(text(bytesMax)), encoding })).toHaveLength(bytesMax);
    expect(await send({ body: encode(text(bytesMax + 1)), encoding })).toBe("payloadTooLarge");
    expect(await send({ body: encode(text(4_000_000)), encoding })).toBe("payloadTooLarge");
  });

  test("is accepted at the limit even if it does not compress", async () => {
    const noise = crypto.getRandomValues(new Uint8Array(bytesMax)).map((byte) => byte & 0x7f);
    expect(await send({ body: encode(noise), encoding })).toHaveLength(bytesMax);
  });

  test("is refused with bytes behind the end of its stream", async () => {
    const body = encode(new TextEncoder().encode('{"a":1}'));
    for (const behind of ["x", " ", "\r\n", "\0", "\0\0\0\0\0\0\0\0", '{"a":2}']) {
      expect(await send({ body: Buffer.concat([body, Buffer.from(behind)]), encoding })).toBe("undecodable");
    }
  });

  test("is refused if it is truncated, empty or something else", async () => {
    const body = encode(new TextEncoder().encode(JSON.stringify({ a: [..."weir"], b: "overflow" })));
    for (const broken of [body.subarray(0, -3), body.subarray(0, 1), new Uint8Array(0), text(40)]) {
      expect(await send({ body: broken, encoding })).toBe("undecodable");
    }
  });
});

test.each(["compress", "gzip, br", "x", "constructor", "__proto__", "tostring", "*"])(
  "refuses the encoding %s",
  async (encoding) => {
    expect(await send({ body: "{}", encoding })).toBe("unsupportedMediaType");
  },
);

test("refuses a body whose encoded length is too large before inflating it or reading all of it", async () => {
  const stored = new Uint8Array(bytesMax + 70_000);
  expect(await send({ body: stored, encoding: "gzip" })).toBe("payloadTooLarge");
  expect(await send({ body: chunked([stored, stored]), encoding: "gzip" })).toBe("payloadTooLarge");
});
