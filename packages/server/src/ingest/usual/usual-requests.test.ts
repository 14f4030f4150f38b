import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { devices, single, slugs, start, TestServer, tokens, uuids } from "./test-server.ts";

const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: other });

/** A device sends the same header fields again and again, so a run has few. */
const fields = fc.record({
  version: rarely(fc.constant("HTTP/1.1"), fc.constantFrom("HTTP/1.0", "HTTP/1.2")),
  scheme: rarely(fc.constant("Bearer"), fc.constantFrom("bearer", "Basic", "Bearer ")),
  type: rarely(fc.constant("application/json"), fc.constantFrom("text/plain", "application/json; a=b")),
  extra: fc.constantFrom(
    "",
    "",
    "",
    "Accept: */*\r\n",
    "Connection: close\r\n",
    "Prefer: handling=lenient\r\n",
    "Date: Mon, 15 Jun 2026 11:00:00 GMT\r\n",
    "X-Forwarded-For: HOPS\r\n",
    "x-forwarded-for:HOPS \r\n",
    "X-Real-IP: HOPS\r\nX-Forwarded-For: HOPS\r\nX-Forwarded-Proto: https\r\nVia: 1.1 Caddy\r\n",
    "X-Forwarded-For: HOPS\r\nX-Forwarded-For: 10.9.9.9\r\n",
    "X-Request-Id: HOPS\r\n",
    "Content-Encoding: gzip\r\n",
    "Expect: 100-weird\r\n",
    " folded\r\n",
  ),
});

const reading = fc.record({
  device: rarely(fc.constantFrom(0, 3), fc.constantFrom(1, 2)),
  sensor: rarely(
    fc.constantFrom(...slugs),
    fc.constantFrom("x", "tem%70", "", "a/b", "temp?x=1", "UUID", "UUID", "caf%C3%A9"),
  ),
  path: rarely(fc.constant("readings"), fc.constantFrom("readings/bulk", "reading", "readings/")),
  method: rarely(fc.constant("POST"), fc.constantFrom("GET", "PUT", "post")),
  token: rarely(fc.constant(""), fc.constantFrom("x", " ", "other")),
  value: rarely(
    fc.integer().map((number) => String(number / 100)),
    fc.constantFrom("1", "1", "01", "1.", '"1"', "null", "1e999"),
  ),
  time: fc.oneof(
    fc.constantFrom(null, "2026-06-15T11:59:59Z", "2026-06-15T12:00:05Z", "2026-06-15T12:00:40Z"),
    fc.integer({ min: 0, max: 86_400_000 }).map((ms) => new Date(Date.parse(start) - ms).toISOString()),
  ),
  body: rarely(
    fc.constant((entry: string) => `{"data":${entry}}`),
    fc.constantFrom(
      (entry: string) => `{"data":[${entry}]}`,
      (entry: string) => ` { "data" : ${entry} } \n`,
      (entry: string) => `{"data":${entry},"battery_voltage":3}`,
      (entry: string) => `{"data":${entry}`,
      (entry: string) => `{"data":${entry}}${" ".repeat(1000)}`,
    ),
  ),
  hops: fc.oneof(
    fc.constantFrom("10.1.2.3", "10.1.2.4", "2001:db8::7", "10.1.2.3:4711", "10.1.2.3, 127.0.0.1"),
    rarely(
      fc.constant("10.1.2.3"),
      fc.constantFrom("", " ", "x", "10.1.2.3,, 127.0.0.1", "\u00e9", "1".repeat(300)),
    ),
  ),
  leading: rarely(fc.constant(""), fc.constant("\r\n")),
});

type Generated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function write(of: Generated<typeof reading>, head: Generated<typeof fields>): string {
  const sensor = of.sensor === "UUID" ? devices[of.device]!.sensors[0]!.uuid : of.sensor;
  const token = of.token === "other" ? tokens[1]! : tokens[of.device]! + of.token;
  const entry = `{"value":${of.value}${of.time === null ? "" : `,"timestamp":"${of.time}"`}}`;
  const body = of.body(entry);
  return [
    `${of.leading}${of.method} /api/v1/devices/${uuids[of.device]}/sensors/${sensor}/${of.path} ${head.version}\r\n`,
    `Host: weir\r\nAuthorization: ${head.scheme} ${token}\r\nContent-Type: ${head.type}\r\n${head.extra.replaceAll("HOPS", of.hops)}`,
    `Content-Length: ${body.length}\r\n\r\n${body}`,
  ].join("");
}

/** Requests with few kinds of header fields. */
const requests = fc
  .tuple(
    fc.array(fields, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(reading, fc.nat()), { minLength: 10, maxLength: 50 }),
  )
  .map(([heads, readings]) => readings.map(([one, nth]) => write(one, heads[nth % heads.length]!)));

const proxies = fc.constantFrom([], ["127.0.0.1/32"], ["10.0.0.0/8"]);

test(
  "gives the same answer and the same effects on either path",
  async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(requests, proxies, async (sent, trusted) => {
        await using general = await TestServer.start(false, 30, trusted);
        await using short = await TestServer.start(true, 30, trusted);
        for (const one of sent) expect(await short.send(one)).toEqual(await general.send(one));
        expect(await short.traces()).toEqual(await general.traces());
        taken += short.taken;
      }),
      { numRuns: propertyRuns(50) },
    );
    expect(taken).toBeGreaterThan(30);
  },
  propertyTimeoutMs,
);

test("answers requests that are sent together in order, and recognises a repeat among them", async () => {
  await using general = await TestServer.start(false);
  await using short = await TestServer.start(true);
  const together = [1, 2, 3, 4, 2, 5].map((value) => single(value));
  expect(await short.sendTogether(together)).toEqual(await general.sendTogether(together));
  expect(await short.traces()).toEqual(await general.traces());
  expect(short.taken).toBeGreaterThan(3);
});

test.each([
  ["a budget that is used up", 5],
  ["a queue that is full", 1000],
])("accepts a refused request when it is sent again later, with %s", async (_, limit) => {
  await using general = await TestServer.start(false, limit);
  await using short = await TestServer.start(true, limit);
  const all = Array.from({ length: 40 }, (_, value) => single(value));
  for (const [nth, one] of all.entries()) {
    const answer = await short.send(one);
    expect(answer).toEqual(await general.send(one));
    if (nth === 39) expect(answer).toStartWith(limit === 5 ? '{"status":429' : '{"status":503');
  }
  expect(short.taken).toBeGreaterThan(3);
  for (const server of [general, short]) server.becomeFree();
  for (const one of all.slice(35)) {
    const answer = await short.send(one);
    expect(answer).toStartWith('{"status":202');
    expect(answer).toContain('accepted\\":1');
    expect(answer).toEqual(await general.send(one));
  }
  expect(await short.traces()).toEqual(await general.traces());
});

test("takes requests through a trusted proxy the short way, and counts them for their client", async () => {
  await using general = await TestServer.start(false, 5, ["127.0.0.1/32"]);
  await using short = await TestServer.start(true, 5, ["127.0.0.1/32"]);
  const statuses: string[] = [];
  for (let nth = 0; nth < 18; nth++) {
    const hops = `192.0.2.66, 10.1.2.${(nth % 3) * 90}`;
    const added = `Content-Type: application/json\r\nVia: 1.1 Caddy\r\nX-Real-IP: 10.1.2.9\r\nX-Forwarded-For: ${hops}\r\n`;
    const request = single(nth).replace("Content-Type: application/json\r\n", added);
    const answer = await short.send(request);
    expect(answer).toEqual(await general.send(request));
    statuses.push(answer.slice(0, '{"status":202'.length));
  }
  expect(statuses.slice(0, 15)).toEqual(new Array(15).fill('{"status":202'));
  expect(statuses.slice(15)).toEqual(new Array(3).fill('{"status":429'));
  expect(short.taken).toBeGreaterThan(10);
  expect(await short.traces()).toEqual(await general.traces());
});

test("waits for a budget that must be asked for, and gives the same answers", async () => {
  await using general = await TestServer.start(false, 10);
  await using asking = await TestServer.startAsking(10);
  for (let value = 0; value < 14; value++) {
    expect(await asking.send(single(value))).toEqual(await general.send(single(value)));
  }
  expect(asking.taken).toBeGreaterThan(3);
  expect(asking.taken).toBeLessThan(8);
  expect(await asking.traces()).toEqual(await general.traces());
});
