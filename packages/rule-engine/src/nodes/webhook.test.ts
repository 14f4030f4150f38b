import { describe, expect, test } from "bun:test";
import type { WebhookMessage } from "../message.ts";
import { problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

const url = "https://example.com/hook";

function sent(config: Record<string, unknown>, sample: ReadingSample): WebhookMessage {
  const [result] = runNode("webhook", { url, ...config }, [sample]);
  expect(result).toMatchObject({ output: "queued", value: sample.value, reason: null });
  const [effect] = result!.effects;
  if (effect?.kind !== "message" || effect.message.kind !== "webhook")
    throw new Error("No webhook was sent.");
  expect(effect.nodeId).toBe("node");
  return effect.message;
}

test("sends the reading in the form of Standard Webhooks", () => {
  const message = sent({}, { value: 21.5, lateBy: 0.25, metadata: { room: "attic" }, batteryVolts: 3.7 });
  expect(message).toMatchObject({ kind: "webhook", url, headers: {}, secret: "webhook" });
  expect(JSON.parse(message.body)).toEqual({
    type: "reading",
    timestamp: "2026-01-05T12:00:00.000000Z",
    data: {
      value: 21.5,
      at: "2026-01-05T12:00:00.000000Z",
      received_at: "2026-01-05T12:00:00.250000Z",
      sensor: {
        uuid: "00000000-0000-4000-8000-000000000007",
        slug: "temperature",
        name: "Temperature",
        type: "temperature",
        unit: "°C",
      },
      device: { uuid: "00000000-0000-4000-9000-000000000003", name: "Boiler room", group: "Cellar" },
      account: { uuid: "00000000-0000-4000-a000-000000000001", name: "Example" },
      metadata: { room: "attic" },
      battery_voltage: 3.7,
    },
  });
});

test.each([1.7976931348623157e308, -5e-324, 0, 1e21])("sends the value %d unchanged", (value) => {
  expect(JSON.parse(sent({}, { value }).body).data).toMatchObject({
    value,
    metadata: {},
    battery_voltage: null,
  });
});

test("normalises the URL, and only names the secret", () => {
  const message = sent({ url: "HTTPS://Example.com:443/a#b", secret: "my-key_2" }, { value: 1 });
  expect(message).toMatchObject({ url: "https://example.com/a", secret: "my-key_2" });
});

describe("headers", () => {
  test.each([
    ["fixed", "fixed"],
    ["", ""],
    ["{{value}}", "21.5"],
    ["{{sensor.unit}}", "%C2%B0C"],
    ["{{metadata.emoji}} ü", "%F0%9F%98%80 %C3%BC"],
    ["{{metadata.hostile}}", "a  X-Evil: 1"],
    ["{{metadata.half}}", "%EF%BF%BD"],
    ["{{metadata.none}}", ""],
  ])("%j is sent as %j", (value, expected) => {
    const metadata = { emoji: "😀", hostile: "a\r\nX-Evil: 1", half: "\ud83d" };
    const message = sent({ headers: [{ name: "X-Test", value }] }, { value: 21.5, metadata });
    expect(message.headers).toEqual({ "X-Test": expected });
  });

  test("may be empty, or named __proto__", () => {
    const message = sent({ headers: [{ name: "X-A" }, { name: "__proto__", value: "b" }] }, { value: 1 });
    expect(Object.entries(message.headers)).toEqual([
      ["X-A", ""],
      ["__proto__", "b"],
    ]);
  });

  test.each([
    ["{{secret.partner}}", [{ secret: "partner" }]],
    ["Bearer {{ secret.my-key_2 }}", ["Bearer ", { secret: "my-key_2" }]],
    ["{{secret.a}}:{{secret.b}} {{value}}ü", [{ secret: "a" }, ":", { secret: "b" }, " 21.5%C3%BC"]],
  ])("refer to secrets with %s, which stay out of the message", (value, expected) => {
    const message = sent({ headers: [{ name: "X-Test", value }] }, { value: 21.5 });
    expect(message.headers).toEqual({ "X-Test": expected });
  });

  test("cannot refer to a secret from a device's metadata", () => {
    const headers = [{ name: "X-Test", value: "{{metadata.note}} {{secret.own}}" }];
    const metadata = { note: "{{secret.other}}" };
    const message = sent({ headers }, { value: 1, metadata });
    expect(message.headers).toEqual({ "X-Test": ["{{secret.other}} ", { secret: "own" }] });
  });

  test("are sent up to 8192 bytes, and fail beyond", () => {
    const names = ["A", "B"];
    const headers = names.map((name) => ({ name, value: "{{metadata.long}}" }));
    const most = (8192 - "A: \r\nB: \r\n".length) / 2;
    const samples = [most, most + 1].map((length) => ({ value: 1, metadata: { long: "x".repeat(length) } }));
    const [fits, exceeds] = runNode("webhook", { url, headers }, samples);
    expect(fits!.output).toBe("queued");
    expect(exceeds).toMatchObject({
      output: "failure",
      value: 1,
      reason: "The headers would take 8194 bytes; the limit is 8192.",
      effects: [{ kind: "failure" }],
    });
  });
});

test("sends every reading: the first, late ones, those of equal times and of other sensors", () => {
  const samples = [
    { value: 1, at: 100 },
    { value: 2, at: 100 },
    { value: 3, at: 5 },
    { value: 4, sensorId: 8 },
  ];
  const bodies = runNode("webhook", { url }, samples).flatMap(({ effects }) =>
    effects.map(
      (effect) => effect.kind === "message" && effect.message.kind === "webhook" && effect.message.body,
    ),
  );
  const data = bodies.map((body) => JSON.parse(body as string).data);
  expect(data.map(({ value, sensor }) => [value, sensor.uuid.slice(-1)])).toEqual([
    [1, "7"],
    [2, "7"],
    [3, "7"],
    [4, "8"],
  ]);
});

describe("refused settings", () => {
  test.each([
    [{ url: undefined }, "url: is required"],
    [{ url: "" }, "url: must not be empty"],
    [{ url: 5 }, "url: must be text"],
    [{ url: "example.com" }, "url: must be a URL that begins with http:// or https://"],
    [{ url: "ftp://example.com" }, "url: must be a URL that begins with http:// or https://"],
    [{ url: "https://me:pw@example.com" }, "url: must not contain a user name or password"],
    [{ url: `https://example.com/${"x".repeat(2048)}` }, "url: must be at most 2048 characters long"],
    [
      { secret: "a b" },
      "secret: must be the name of a secret: 1 to 64 letters, digits, dashes and underscores",
    ],
    [{ secret: "" }, "secret: must not be empty"],
    [{ secret: 5 }, "secret: must be text"],
    [{ secret: "x".repeat(65) }, "secret: must be at most 64 characters long"],
    [{ headers: {} }, "headers: must be a list"],
    [{ headers: [{ value: "x" }] }, "headers.0.name: is required"],
    [{ headers: [{ name: "X-A", value: 5 }] }, "headers.0.value: must be text"],
    [{ headers: [{ name: "X-A", value: "{{x}" }] }, 'headers.0.value: has a "{{" without "}}"'],
    [
      { headers: [{ name: "X-A", value: "{{secret.a b}}" }] },
      'headers.0.value: must be the name of a secret: 1 to 64 letters, digits, dashes and underscores, not "a b"',
    ],
    [
      { headers: [{ name: "X-A", value: "(hidden)" }] },
      'headers.0.value: must be entered again: the value of the header "X-A" was hidden from the person who exported the chain',
    ],
    [
      { url: "https://example.com/hook?(hidden)" },
      "url: must be entered again: a part of it was hidden from the person who exported the chain",
    ],
    [
      { headers: [{ name: "X-A", value: "a\r\nb" }] },
      "headers.0.value: must not contain line breaks or other control characters",
    ],
    [
      { headers: [{ name: "X-A", value: "v".repeat(1001) }] },
      "headers.0.value: must be at most 1000 characters long",
    ],
    [{ headers: [{ name: "X-A" }, { name: "x-a" }] }, 'headers.1.name: is used twice: "x-a"'],
    [
      { headers: Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}` })) },
      "headers: must have 0 to 10 rows, not 11",
    ],
    [{ body: "x" }, "body: is unknown; expected one of url, headers, secret"],
  ])("%j", (config, problem) => {
    expect(problemsOfNode("webhook", { url, ...config })).toEqual([`Node "node", ${problem}`]);
  });

  test.each(["", "X A", "X:A", "X\r\nA", "Ä", "X(A)", "{{value}}"])(
    "%j, which is no header's name",
    (name) => {
      const problem = name === "" ? "must not be empty" : "must be the name of an HTTP header";
      expect(problemsOfNode("webhook", { url, headers: [{ name }] })).toEqual([
        `Node "node", headers.0.name: ${problem}`,
      ]);
    },
  );

  test.each([
    "Host",
    "host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Idempotency-Key",
    "webhook-id",
    "Webhook-Signature",
    "webhook-timestamp",
    "WEBHOOK-anything",
    "Content-Type",
    "Content-Encoding",

    "Expect",
    "Upgrade",
    "TE",
    "Trailer",
    "Keep-Alive",
    "Proxy-Authorization",
    "User-Agent",
    "HTTP2-Settings",
  ])("the header %s, which chains cannot set", (name) => {
    expect(problemsOfNode("webhook", { url, headers: [{ name, value: "x" }] })).toEqual([
      `Node "node", headers.0.name: must not be "${name}", which chains cannot set`,
    ]);
  });

  test("none with ten ordinary headers", () => {
    const names = [
      "Authorization",
      "X-Host",
      "Accept",
      "Cookie",
      "X.y",
      "a_b",
      "webhooks",
      "X-1",
      "X-2",
      "X-3",
    ];
    expect(problemsOfNode("webhook", { url, headers: names.map((name) => ({ name, value: "x" })) })).toEqual(
      [],
    );
  });
});
