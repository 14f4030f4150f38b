import { describe, expect, test } from "bun:test";
import { wireRequest } from "../harness/device-client.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { renderHead } from "../harness/wire-request.ts";
import { batch, bulk, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable, type Row } from "./contract-table.ts";
import { invalid, lenient, payloadTooLarge, queued, queuedBatch } from "./expected-answers.ts";

const reading = '{"data":{"value":1}}';
const bodyBytesMax = 2 * 1024 * 1024;
const entriesMax = 10_000;

const server = useServer();

describe("bodies: limits", () => {
  const entries = (count: number) => ({
    data: Array.from({ length: count }, (_, n) => ({ sensor_slug: "temperature", value: n })),
  });

  contractTable(server, [
    {
      ruling: "a body of 2 MiB is taken",
      request: single(reading.padEnd(bodyBytesMax)),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "a body one byte over 2 MiB is 413",
      request: single(reading.padEnd(bodyBytesMax + 1)),
      answer: payloadTooLarge,
    },
    {
      ruling: "a body of 2 MiB in chunks, without Content-Length, is taken",
      request: single(reading.padEnd(bodyBytesMax), { chunkBytes: 100_000 }),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "a body one byte over 2 MiB in chunks is 413",
      request: single(reading.padEnd(bodyBytesMax + 1), { chunkBytes: 100_000 }),
      answer: payloadTooLarge,
    },
    {
      ruling: "a body far over 2 MiB in chunks is 413",
      request: single(reading.padEnd(10 * bodyBytesMax), { chunkBytes: 1_000_000 }),
      answer: payloadTooLarge,
    },
    {
      ruling: "10,000 entries are taken",
      request: bulk(entries(entriesMax)),
      answer: queued({ accepted: entriesMax }),
    },
    {
      ruling: "10,001 entries are an error under `data`",
      request: bulk(entries(entriesMax + 1)),
      answer: invalid("data"),
    },
    {
      ruling: "10,000 entries of a batch are taken",
      request: batch(entries(entriesMax)),
      answer: queuedBatch({ accepted: entriesMax }),
    },
    {
      ruling: "10,001 entries of a batch are an error under `data`, under lenient handling too",
      request: batch(entries(entriesMax + 1), { headers: { prefer: "handling=lenient" } }),
      answer: lenient(invalid("data")),
    },
  ]);

  const limited = useServer({ body_bytes_max: "1KiB", entries_max: "3" });
  contractTable(limited, [
    {
      ruling: "the body limit is a setting: taken",
      request: single(reading.padEnd(1024)),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "the body limit is a setting: 413",
      request: single(reading.padEnd(1025)),
      answer: payloadTooLarge,
    },
    {
      ruling: "the entries limit is a setting: taken",
      request: bulk(entries(3)),
      answer: queued({ accepted: 3 }),
    },
    { ruling: "the entries limit is a setting: 422", request: bulk(entries(4)), answer: invalid("data") },
  ]);
});

describe("bodies: UTF-8 and JSON", () => {
  const bytes = (text: string) => Buffer.from(text, "latin1");
  const refused = (ruling: string, body: string | Uint8Array): Row => ({
    ruling: `${ruling}: an error under \`body\``,
    request: single(body),
    answer: invalid("body"),
  });

  contractTable(server, [
    refused("a byte that is never UTF-8", bytes('{"data":{"value":1,"a":"\xff"}}')),
    refused("Latin-1", bytes('{"data":{"value":1,"a":"caf\xe9"}}')),
    refused("an overlong form", bytes('{"data":{"value":1,"a":"\xc0\xaf"}}')),
    refused("a surrogate as UTF-8", bytes('{"data":{"value":1,"a":"\xed\xa0\x80"}}')),
    refused("a character cut short", bytes('{"data":{"value":1,"a":"\xe2\x82"}}')),
    refused("UTF-16", Buffer.from(reading, "utf16le")),
    refused("nothing at all", ""),
    refused("white space", " \n"),
    refused("an unfinished object", '{"data":{"value":1}'),
    refused("something behind the object", `${reading}x`),
    refused("two objects", reading + reading),
    refused("a trailing comma", '{"data":{"value":1},}'),
    refused("single quotes", "{'data':{'value':1}}"),
    refused("a comment", `${reading}//`),
    refused("NaN", '{"data":{"value":NaN}}'),
    refused("a leading zero", '{"data":{"value":01}}'),
    refused("a raw line break in a string", '{"data":{"value":1,"a":"\n"}}'),
    refused("an array", `[${reading}]`),
    refused("a string", '"data"'),
    refused("a number", "1"),
    refused("true", "true"),
    refused("null", "null"),
    {
      ruling: "all of Unicode is kept in metadata, escaped where it was escaped",
      request: single('{"data":{"value":1,"é€😀":"\u2028\\ud83d\\ude00"}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"é€😀":"\u2028\\ud83d\\ude00"}' }],
    },
    {
      ruling: "half a surrogate pair, escaped, is kept as it was escaped",
      request: single('{"data":{"value":1,"a":"\\ud800"}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"a":"\\ud800"}' }],
    },
  ]);

  test(
    "a request that has no body at all: an error under `body`",
    async () => {
      const { weir, client, createDevice } = server();
      const device = await createDevice();
      const head = renderHead(weir.url, wireRequest(device, single("")));
      using connection = await RawConnection.open(weir.url);
      connection.write(head.replace("Content-Length: 0\r\n", ""));
      const answer = await connection.answer();
      client.check("single", answer);
      expect(JSON.parse(answer.body)).toMatchObject({ errors: { body: [expect.any(String)] } });
    },
    timeoutMs,
  );
});
