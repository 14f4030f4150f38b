import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { SendOutcome } from "../sender.ts";
import { Canary } from "../test-canary.ts";
import { deliveryOf, publishTo, testConnector, testPassword } from "../test-delivery.ts";
import { MqttSender } from "./mqtt-sender.ts";
import { Broker, whyNoBroker } from "./test-broker.ts";

const delivered = { kind: "delivered", note: null } as const;

function sender(limitMs = 5000): MqttSender {
  return new MqttSender({ connector: testConnector(), limitMs });
}

function reasonOf(outcome: SendOutcome): string {
  return outcome.kind === "delivered" ? "delivered" : outcome.reason;
}

describeUnless(await whyNoBroker(), "with a broker", () => {
  let broker: Broker;

  beforeAll(async () => {
    broker = await Broker.start();
  });

  afterAll(() => broker[Symbol.asyncDispose]());

  test.each([0, 1] as const)("delivers a message with QoS %d unchanged", async (qos) => {
    const topic = `plant/größe ${qos}`;
    const payload = JSON.stringify({ value: 21.5, note: "☂ 💧" });
    expect(await sender().send(deliveryOf(publishTo(broker.url, { topic, payload, qos })))).toEqual(
      delivered,
    );
    await waitUntil("it arrives", () => broker.received.some((publish) => publish.topic === topic));
    const publish = broker.received.find((candidate) => candidate.topic === topic);
    expect(publish).toMatchObject({ topic, payload, qos, retain: 0 });
  });

  test("lets the broker keep a retained message for later subscribers", async () => {
    const message = publishTo(broker.url, { topic: "plant/last", payload: "kept", retain: true });
    expect(await sender().send(deliveryOf(message))).toEqual(delivered);
    const later = Bun.spawn(
      [
        "mosquitto_sub",
        "-h",
        "127.0.0.1",
        "-p",
        String(broker.port),
        "-t",
        "plant/last",
        "-C",
        "1",
        "-F",
        "%r %p",
      ],
      { stdout: "pipe" },
    );
    expect(await new Response(later.stdout).text()).toBe("1 kept\n");
  });

  test("delivers the largest payload, the longest topic and an empty payload", async () => {
    const longTopic = "x".repeat(512);
    const message = publishTo(broker.url, { topic: longTopic, payload: "y".repeat(65_536) });
    expect(await sender().send(deliveryOf(message))).toEqual(delivered);
    expect(await sender().send(deliveryOf(publishTo(broker.url, { topic: "empty", payload: "" })))).toEqual(
      delivered,
    );
    await waitUntil("they arrive", () => broker.received.some(({ topic }) => topic === "empty"));
    expect(broker.received.find(({ topic }) => topic === longTopic)?.payload.length).toBe(65_536);
  });

  test("signs in to a broker with the password, and never shows it in a reason", async () => {
    const login = { username: "weir", password: testPassword };
    await using guarded = await Broker.start({ login });
    const as = (username: string | null, passwordSecret: string | null) =>
      sender().send(deliveryOf(publishTo(guarded.url, { topic: "in", username, passwordSecret })));
    expect(await as("weir", "password")).toEqual(delivered);
    const refused = [
      await as("weir", "wrong"),
      await as("weir", null),
      await as(null, null),
      await as("eve", "password"),
    ];
    for (const outcome of refused) {
      expect(reasonOf(outcome)).toBe("The broker refused the connection: the client is not authorised.");
    }
    expect(reasonOf(await as("weir", "gone"))).toBe('The account has no secret named "gone".');
    await waitUntil("the one message arrives", () => guarded.received.length > 0);
    expect(guarded.received.map(({ topic }) => topic)).toEqual(["in"]);
  });

  test("connects to a broker over TLS if its certificate is valid", async () => {
    await using secured = await Broker.start({ isTls: true });
    const trusting = new MqttSender({ connector: testConnector({ ca: tlsFixture("first").cert }) });
    expect(await trusting.send(deliveryOf(publishTo(secured.url)))).toEqual(delivered);
    await waitUntil("it arrives", () => secured.received.length === 1);
    expect(reasonOf(await sender().send(deliveryOf(publishTo(secured.url))))).toContain(
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    );
    const plain = await sender(500).send(deliveryOf(publishTo(secured.url.replace("mqtts", "mqtt"))));
    expect(plain.kind).toBe("failed");
  });
});

describe("a message that no broker would accept", () => {
  test.each([
    [{ topic: "" }, "empty"],
    [{ topic: "plant/+" }, "+ or #"],
    [{ topic: "plant/#" }, "+ or #"],
    [{ topic: "$SYS/x" }, "must not begin with $"],
    [{ topic: "a\0b" }, "control characters"],
    [{ topic: "a\nb" }, "control characters"],
    [{ topic: "a\ud800b" }, "control characters"],
    [{ topic: "ü".repeat(257) }, "exceeds 512 bytes"],
    [{ payload: "x".repeat(65_537) }, "exceeds 64 KiB"],
    [{ username: "u".repeat(513) }, "user name"],
    [{ username: "u\0" }, "user name"],
    [{ passwordSecret: "password" }, "requires a user name"],
    [{ url: "http://127.0.0.1/" }, "must begin with mqtt://"],
  ])("%# is undeliverable", async (fields, problem) => {
    using canary = new Canary("127.0.0.1");
    const outcome = await sender().send(deliveryOf(publishTo(`mqtt://127.0.0.1:${canary.port}`, fields)));
    expect(outcome.kind).toBe("hopeless");
    expect(reasonOf(outcome)).toContain(problem);
    expect(canary.connections).toBe(0);
  });
});

describe("a broker that misbehaves", () => {
  const listeners: { stop(force: boolean): unknown }[] = [];

  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.stop(true);
  });

  /** Answers each packet with the next of these bytes, then stays silent or closes the connection. */
  function answering(answers: readonly number[][], ends: "hangs" | "ends"): string {
    const left = [...answers];
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          const answer = left.shift();
          if (answer !== undefined) socket.write(Buffer.from(answer));
          else if (ends === "ends") socket.end();
        },
      },
    });
    listeners.push(listener);
    return `mqtt://127.0.0.1:${listener.port}`;
  }

  const connack = [0x20, 2, 0, 0];
  const notMqtt = "The broker does not speak MQTT 3.1.1.";
  const hungUp = "The broker closed the connection without an answer.";
  const late = "There was no answer within 0.1 s.";

  test.each([
    ["hangs up at once", [], "ends", hungUp],
    ["never answers", [], "hangs", late],
    ["answers in part", [[0x20, 2, 0]], "hangs", late],
    ["hangs up after the login", [connack], "ends", hungUp],
    ["never acknowledges", [connack], "hangs", late],
    ["acknowledges something else", [connack, [0x40, 2, 0, 9]], "hangs", notMqtt],
    ["acknowledges with the wrong packet", [connack, [0xd0, 0]], "hangs", notMqtt],
    ["acknowledges too briefly", [connack, [0x40, 1, 1]], "hangs", notMqtt],
    ["sends a long packet", [[0x20, 0xff, 0xff, 0xff, 0x7f]], "hangs", notMqtt],
    ["sends a message", [[0x30, 2, 0, 0]], "hangs", notMqtt],
    ["speaks HTTP", [[...Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")]], "hangs", notMqtt],
    [
      "wants another protocol",
      [[0x20, 2, 0, 1]],
      "hangs",
      "The broker refused the connection: it does not speak MQTT 3.1.1.",
    ],
    [
      "refuses for its own reasons",
      [[0x20, 2, 0, 99]],
      "hangs",
      "The broker refused the connection: code 99.",
    ],
  ] as const)("and %s is a failure", async (_what, answers, ends, reason) => {
    const url = answering(
      answers.map((answer) => [...answer]),
      ends,
    );
    // Only a broker that never answers is waited for in vain. The others may be slow on a busy machine.
    const patienceMs = reason === late ? 100 : 10_000;
    const outcome = await sender(patienceMs).send(deliveryOf(publishTo(url)));
    expect(outcome).toEqual({ kind: "failed", reason, retryAfterMs: null });
  });

  test("counts as delivered with QoS 0 only after it answers a ping behind the message", async () => {
    const silent = answering([connack], "hangs");
    expect(reasonOf(await sender(100).send(deliveryOf(publishTo(silent, { qos: 0 }))))).toBe(late);
    const alive = answering([connack, [0xd0, 0]], "hangs");
    expect(await sender(1000).send(deliveryOf(publishTo(alive, { qos: 0 })))).toEqual(delivered);
  });
});
