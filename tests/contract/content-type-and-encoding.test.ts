import { describe } from "bun:test";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  constants as zlib,
  zstdCompressSync,
} from "node:zlib";
import { single, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import {
  invalid,
  payloadTooLarge,
  queued,
  unsupportedEncoding,
  unsupportedMediaType,
} from "./expected-answers.ts";

const reading = JSON.stringify({ data: { value: 1 } });
const bodyBytesMax = 2 * 1024 * 1024;

const server = useServer();

describe("bodies: Content-Type", () => {
  const withType = (type: string | null) => single(reading, { headers: { "content-type": type } });

  const taken = [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json ; Charset=Utf-8",
    "application/json; profile=buffer; version=2",
    "application/json; profile=buffer; charset=utf-8",
    'application/json; profile="a;b"',
    'application/json; profile="charset=latin1; charset=latin1"',
  ];
  contractTable(
    server,
    taken.map((type) => ({
      ruling: `${type} is taken`,
      request: withType(type),
      answer: queued({ accepted: 1 }),
    })),
  );

  const refused = [
    "",
    "json",
    "text/json",
    "text/plain",
    "text/plain; charset=utf-8",
    "application/jsonl",
    "application/json-seq",
    "application/vnd.api+json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    'application/json; charset="us-ascii"',
    "text/plain; application/json",
  ];
  contractTable(server, [
    { ruling: "a missing Content-Type is 415", request: withType(null), answer: unsupportedMediaType },
    ...refused.map((type) => ({
      ruling: `"${type}" is 415`,
      request: withType(type),
      answer: unsupportedMediaType,
    })),
  ]);
});

describe("bodies: Content-Encoding", () => {
  const encode: Record<string, (bytes: Uint8Array) => Buffer> = {
    gzip: gzipSync,
    "x-gzip": gzipSync,
    deflate: deflateSync,
    // The highest quality, which is the default, takes seconds for a bomb.
    br: (bytes) => brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
    zstd: (bytes) => zstdCompressSync(bytes, { params: { [zlib.ZSTD_c_checksumFlag]: 1 } }),
  };
  const encoded = (encoding: string, body: Uint8Array, chunkBytes?: number) =>
    single(body, {
      headers: { "content-encoding": encoding },
      ...(chunkBytes === undefined ? {} : { chunkBytes }),
    });
  /** The reading, padded with white space to this many bytes. */
  const padded = (bytes: number) => Buffer.from(reading.padEnd(bytes));
  /** White space that compresses badly, so that half of the compressed bytes lie behind the reading. */
  const noisy = Buffer.from(reading + noise(400_000));

  for (const [encoding, compress] of Object.entries(encode)) {
    const whole = compress(Buffer.from(reading));
    const corrupt = Buffer.from(whole).fill(0xff, whole.length >> 1);
    const noisyWhole = compress(noisy);
    const bomb = compress(Buffer.alloc(16 * 1024 * 1024, " "));
    contractTable(server, [
      {
        ruling: `${encoding} is taken`,
        request: encoded(encoding, whole),
        answer: queued({ accepted: 1 }),
        stored: [{ value: 1 }],
      },
      {
        ruling: `${encoding} is taken in any case`,
        request: encoded(encoding.toUpperCase(), whole),
        answer: queued({ accepted: 1 }),
      },
      {
        ruling: `${encoding} is taken in chunks without Content-Length`,
        request: encoded(encoding, whole, 7),
        answer: queued({ accepted: 1 }),
      },
      {
        ruling: `${encoding}: the inflated size counts: 2 MiB is taken`,
        request: encoded(encoding, compress(padded(bodyBytesMax))),
        answer: queued({ accepted: 1 }),
      },
      {
        ruling: `${encoding}: the inflated size counts: one byte over 2 MiB is 413`,
        request: encoded(encoding, compress(padded(bodyBytesMax + 1))),
        answer: payloadTooLarge,
      },
      {
        ruling: `${encoding}: a bomb of 16 MiB in ${bomb.length} bytes is 413`,
        request: encoded(encoding, bomb),
        answer: payloadTooLarge,
      },
      {
        ruling: `${encoding}: a bomb in chunks is 413`,
        request: encoded(encoding, bomb, 1000),
        answer: payloadTooLarge,
      },
      {
        ruling: `${encoding}: a stream that lacks its last byte is an error under \`body\``,
        request: encoded(encoding, whole.subarray(0, -1)),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: a stream cut in half is an error under \`body\`, even when all of the JSON came`,
        request: encoded(encoding, noisyWhole.subarray(0, noisyWhole.length >> 1)),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: a byte behind the end of the stream is an error under \`body\``,
        request: encoded(encoding, Buffer.concat([whole, Buffer.alloc(1)])),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: a byte behind the end of a large stream is an error under \`body\``,
        request: encoded(encoding, Buffer.concat([noisyWhole, Buffer.from("x")])),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: a large stream without one is taken`,
        request: encoded(encoding, noisyWhole),
        answer: queued({ accepted: 1 }),
      },
      {
        ruling: `${encoding}: a corrupt stream is an error under \`body\``,
        request: encoded(encoding, corrupt),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: a body that is not encoded is an error under \`body\``,
        request: encoded(encoding, Buffer.from(reading)),
        answer: invalid("body"),
      },
      {
        ruling: `${encoding}: an empty body is an error under \`body\``,
        request: encoded(encoding, new Uint8Array(0)),
        answer: invalid("body"),
      },
    ]);
  }

  contractTable(server, [
    {
      ruling: "deflate without the zlib header, as many clients send it, is taken",
      request: encoded("deflate", deflateRawSync(reading)),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "identity is no encoding",
      request: encoded("identity", Buffer.from(reading)),
      answer: queued({ accepted: 1 }),
    },
    ...["", "compress", "gzip, br", "utf-8", "gzip;q=1", "constructor", "__proto__"].map((encoding) => ({
      ruling: `"${encoding}" is 415`,
      request: encoded(encoding, Buffer.from(reading)),
      answer: unsupportedEncoding,
    })),
  ]);
});

/** White space in an order that repeats only after a long time, drawn by a small linear congruential generator. */
function noise(characters: number): string {
  let state = 1;
  let text = "";
  for (let n = 0; n < characters; n++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += " \n\t\r"[state >>> 30];
  }
  return text;
}
