import { describe, expect, test } from "bun:test";
import { problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

const url = "mqtt://broker.example";

function sent(config: Record<string, unknown>, sample: Partial<ReadingSample> = {}) {
  const [result] = runNode("mqtt", { url, ...config }, [{ value: 21.5, ...sample }]);
  expect(result).toMatchObject({ output: "queued", reason: null });
  const [effect] = result!.effects;
  if (effect?.kind !== "message" || effect.message.kind !== "mqtt") throw new Error("Nothing was published.");
  expect(effect.nodeId).toBe("node");
  return effect.message;
}

test("publishes the reading as JSON under its device and sensor by default", () => {
  const message = sent({}, { metadata: { room: "attic" }, batteryVolts: 3.7 });
  expect(message).toMatchObject({
    kind: "mqtt",
    url: "mqtt://broker.example:1883",
    topic: "weir/00000000-0000-4000-9000-000000000003/temperature",
    qos: 1,
    retain: false,
    username: null,
    passwordSecret: null,
  });
  expect(JSON.parse(message.payload)).toMatchObject({
    value: 21.5,
    at: "2026-01-05T12:00:00.000000Z",
    sensor: { slug: "temperature" },
    metadata: { room: "attic" },
    battery_voltage: 3.7,
  });
});

test.each([
  [{ url: "mqtts://Broker.example" }, { url: "mqtts://broker.example:8883" }],
  [{ url: "mqtt://broker.example:2000/" }, { url: "mqtt://broker.example:2000" }],
  [{ qos: "0" }, { qos: 0 }],
  [{ qos: "1" }, { qos: 1 }],
  [{ retain: true }, { retain: true }],
  [{ username: "weir" }, { username: "weir", passwordSecret: null }],
  [
    { username: "weir", passwordSecret: "broker" },
    { username: "weir", passwordSecret: "broker" },
  ],
  [
    { username: "", passwordSecret: "" },
    { username: null, passwordSecret: null },
  ],
  [{ payload: "value" }, { payload: "21.5" }],
])("%j sends %j", (config, message) => {
  expect(sent(config)).toMatchObject(message);
});

test.each([
  [1e21, "1e+21"],
  [-Number.MAX_VALUE, "-1.7976931348623157e+308"],
  [-0, "0"],
  [5e-324, "5e-324"],
])("sends the value %d alone as %s", (value, payload) => {
  expect(sent({ payload: "value" }, { value }).payload).toBe(payload);
});

describe("the topic", () => {
  test.each([
    ["fixed/topic", "fixed/topic"],
    ["/{{device.group}}/{{metadata.room}}", "/Cellar/attic"],
    ["a/{{metadata.none}}/b", "a//b"],
    ["a/{{metadata.levels}}", "a/x_y___"],
    ["a/{{metadata.controls}}", "a/x y"],
    ["ü/{{sensor.unit}}", "ü/°C"],
    ["a/$b", "a/$b"],
  ])("%j is filled as %j", (topic, filled) => {
    const metadata = { room: "attic", levels: "x/y/+#", controls: "x\0y" };
    expect(sent({ topic }, { metadata }).topic).toBe(filled);
  });

  test.each([
    ["{{metadata.none}}", {}, "The topic is empty for this reading."],
    [
      "{{metadata.a}}/x",
      { a: "$SYS" },
      'The topic "$SYS/x" begins with $, which is reserved for the broker.',
    ],
    ["{{metadata.a}}", { a: "x".repeat(513) }, "The topic has 513 bytes; the limit is 512."],
    ["{{metadata.a}}", { a: "€".repeat(171) }, "The topic has 513 bytes; the limit is 512."],
  ])(
    "%j fails with metadata that does not fit, and the reading stays as it was",
    (topic, metadata, reason) => {
      const [result] = runNode("mqtt", { url, topic }, [{ value: 5, metadata }]);
      expect(result).toMatchObject({
        output: "failure",
        value: 5,
        metadata,
        reason,
        effects: [{ kind: "failure" }],
      });
    },
  );

  test("may have 512 bytes", () => {
    expect(sent({ topic: "{{metadata.a}}" }, { metadata: { a: "x".repeat(512) } }).topic).toHaveLength(512);
  });
});

test("publishes every reading: the first, late ones, those of equal times and of other sensors", () => {
  const samples = [
    { value: 1, at: 100 },
    { value: 2, at: 100 },
    { value: 3, at: 5 },
    { value: 4, sensorId: 8 },
  ];
  const results = runNode("mqtt", { url, payload: "value" }, samples);
  const payloads = results.flatMap(({ effects }) =>
    effects.map(
      (effect) => effect.kind === "message" && effect.message.kind === "mqtt" && effect.message.payload,
    ),
  );
  expect(payloads).toEqual(["1", "2", "3", "4"]);
});

test.each([
  [{ url: undefined }, "url: is required"],
  [{ url: 5 }, "url: must be text"],
  [{ url: "broker.example:1883" }, "url: must be a URL that begins with mqtt:// or mqtts://"],
  [{ url: "https://broker.example" }, "url: must be a URL that begins with mqtt:// or mqtts://"],
  [{ url: "mqtt://me:pw@broker.example" }, "url: must not contain a user name or password"],
  [{ url: "mqtt://broker.example/topic" }, "url: must end after host and port"],
  [{ topic: "" }, "topic: must not be empty"],
  [{ topic: 5 }, "topic: must be text"],
  [{ topic: "a/+/b" }, "topic: must not contain the wildcards + and #"],
  [{ topic: "a/#" }, "topic: must not contain the wildcards + and #"],
  [{ topic: "$SYS/x" }, "topic: must not begin with $, which is reserved for the broker"],
  [{ topic: "a\0b" }, "topic: must not contain line breaks or other control characters"],
  [{ topic: "{{value" }, 'topic: has a "{{" without "}}"'],
  [{ topic: "t".repeat(501) }, "topic: must be at most 500 characters long"],
  [{ payload: "xml" }, "payload: must be one of value, json"],
  [{ qos: "2" }, "qos: must be one of 0, 1"],
  [{ qos: 1 }, "qos: must be one of 0, 1"],
  [{ retain: "yes" }, "retain: must be true or false"],
  [{ username: 5 }, "username: must be text"],
  [{ username: "a\nb" }, "username: must not contain line breaks or other control characters"],
  [{ username: "u".repeat(129) }, "username: must be at most 128 characters long"],
  [
    { username: "me", passwordSecret: "p w" },
    "passwordSecret: must be the name of a secret: 1 to 64 letters, digits, dashes and underscores",
  ],
  [{ passwordSecret: "broker" }, "username: is required if there is a password"],
  [{ username: "", passwordSecret: "broker" }, "username: is required if there is a password"],
  [
    { password: "pw" },
    "password: is unknown; expected one of url, topic, payload, qos, retain, username, passwordSecret",
  ],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("mqtt", { url, ...config })).toEqual([`Node "node", ${problem}`]);
});
