import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { anyCharacter } from "../harness/any-character.ts";
import { endpointPath, type Submission } from "../harness/device-client.ts";
import { propertyRuns, propertyTimeoutMs } from "../harness/property-runs.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { type ContractServer, single, useServer } from "./contract-server.ts";

const endpoint = fc.constantFrom<Submission["endpoint"]>("single", "bulk", "batch");

const json = fc.jsonValue({ maxDepth: 4 });
const knownKeys = [
  "data",
  "value",
  "timestamp",
  "sensor_slug",
  "sensor_uuid",
  "battery_voltage",
  "__proto__",
  "a",
];
/** Objects with the keys of the contract, in places where they may or may not belong. */
const nearly = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    json,
    fc.constantFrom<unknown>(1, -0, "temperature", "2026-06-15T11:00:00Z", null, 1e308),
    tie("object"),
    fc.array(tie("node"), { maxLength: 5 }),
  ),
  object: fc.dictionary(fc.constantFrom(...knownKeys), tie("node"), { maxKeys: 6 }),
}));

const body = fc.oneof(
  nearly.object.map((value) => JSON.stringify(value)),
  nearly.object.map((value) => JSON.stringify({ data: value })),
  fc.array(nearly.node, { maxLength: 5 }).map((data) => JSON.stringify({ data })),
  json.map((value) => JSON.stringify(value)),
  fc.string({ unit: anyCharacter }),
  fc.uint8Array({ maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => gzipSync(bytes)),
);

/** The text of a header: visible characters, including those beyond ASCII, with spaces between them. */
const headerText = fc.array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 40 }).map((codes) =>
  codes
    .map((code) => (code === 0x7f ? " " : String.fromCharCode(code)))
    .join("")
    .trim(),
);
const headerOf = (...likely: string[]) => fc.oneof(fc.constantFrom(null, ...likely), headerText);

/** Headers that shape the HTTP message itself are left out, because the parser refuses them and not the contract. */
const framing = [
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "host",
  "te",
  "trailer",
];
const otherName = fc
  .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
  .filter((name) => !framing.includes(name.toLowerCase()));

const headers = fc
  .tuple(
    fc.dictionary(otherName, headerText, { maxKeys: 3 }),
    fc.record(
      {
        authorization: headerOf("Bearer", "Bearer wdt_x"),
        "content-type": headerOf("text/plain", 'application/json; charset="utf-8'),
        "content-encoding": headerOf("gzip", "deflate", "br", "zstd", "identity"),
        accept: headerOf("*/*"),
        prefer: headerOf("handling=lenient", 'handling="', "handling;;=,"),
        date: headerOf("Mon, 15 Jun 2026 11:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
        "x-forwarded-for": headerOf("192.0.2.1, 127.0.0.1", "[::1", ","),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([others, known]) => ({ ...others, ...known }));

const segment = fc.oneof(
  fc.constantFrom(
    "devices",
    "sensors",
    "readings",
    "bulk",
    "temperature",
    "..",
    ".",
    "",
    "%2e%2e",
    "%00",
    "%",
    "%zz",
  ),
  fc.stringMatching(/^[!-~]{0,12}$/),
);
const strayPath = fc.array(segment, { maxLength: 7 }).map((segments) => `/api/v1/${segments.join("/")}`);
const method = fc.constantFrom(
  "POST",
  "POST",
  "POST",
  "POST",
  "GET",
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
  "PATCH",
);

describe("no input", () => {
  // Through a trusted proxy, so that forwarding headers are read as well.
  const server = useServer({ trusted_proxies: "127.0.0.1" });

  const expectHarmless = async (device: CreatedDevice, request: Submission): Promise<void> => {
    // The client checks every answer against the OpenAPI document and for the headers that every answer has.
    const answer = await server().client.send(device, request);
    expect(answer.status).toBeLessThan(500);
    await expectStillGood(server(), device);
  };

  test(
    "in a body is answered with a 5xx, or without the standard headers, or breaks the server",
    async () => {
      const device = await server().createDevice();
      const lenient = fc.constantFrom(null, "handling=lenient");
      const property = fc.asyncProperty(endpoint, body, lenient, async (name, bytes, prefer) => {
        await expectHarmless(device, { endpoint: name, body: bytes, headers: { prefer } });
      });
      await fc.assert(property, { numRuns: propertyRuns(120) });
    },
    propertyTimeoutMs,
  );

  test(
    "in headers does either",
    async () => {
      const device = await server().createDevice();
      const framed = fc.constantFrom({}, { chunkBytes: 3 });
      const property = fc.asyncProperty(
        endpoint,
        body,
        headers,
        framed,
        async (name, bytes, given, chunks) => {
          await expectHarmless(device, { endpoint: name, body: bytes, headers: given, ...chunks });
        },
      );
      await fc.assert(property, { numRuns: propertyRuns(120) });
    },
    propertyTimeoutMs,
  );

  test(
    "in a path, with any method, does either",
    async () => {
      const device = await server().createDevice();
      const inSensor = segment.map((text) => endpointPath("bulk", device.uuid, "S").replace("S", text));
      const path = fc.oneof(strayPath, inSensor);
      const property = fc.asyncProperty(path, method, async (given, name) => {
        await expectHarmless(device, single({ data: { value: 1 } }, { path: given, method: name }));
      });
      await fc.assert(property, { numRuns: propertyRuns(60) });
    },
    propertyTimeoutMs,
  );

  test(
    "of raw bytes breaks the server",
    async () => {
      const device = await server().createDevice();
      const start = `POST ${endpointPath("single", device.uuid)} HTTP/1.1\r\nHost: weir\r\n`;
      const bytes = fc.tuple(
        fc.constantFrom("", "POST ", start, `${start}Content-Length: 5\r\n\r\n`),
        fc.uint8Array(),
      );
      const property = fc.asyncProperty(bytes, async ([head, rest]) => {
        using connection = await RawConnection.open(server().weir.url);
        connection.write(Buffer.concat([Buffer.from(head), rest]));
        await expectStillGood(server(), device);
      });
      await fc.assert(property, { numRuns: propertyRuns(40) });
    },
    propertyTimeoutMs,
  );
});

/** Checks that a good request gets a good answer, and that the log reports no fault. */
async function expectStillGood({ weir, client }: ContractServer, device: CreatedDevice): Promise<void> {
  expect((await client.send(device, single({ data: { value: 42 } }))).status).toBe(202);
  expect(weir.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
}
