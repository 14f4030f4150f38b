import { expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { systemClock } from "../platform/clock.ts";
import { leaseMs } from "./claims.ts";
import { destinationOf } from "./destination.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { headerOf, SmtpSink } from "./mail/test-smtp-sink.ts";
import { MqttSender } from "./mqtt/mqtt-sender.ts";
import { Broker, whyNoBroker } from "./mqtt/test-broker.ts";
import { hopeless, type Senders } from "./sender.ts";
import { mailTo, publishTo, testConnector, testSecret, webhookTo } from "./test-delivery.ts";
import { quiet, TestOutbox } from "./test-outbox.ts";
import { WebhookSender } from "./webhook/webhook-sender.ts";

/** The whole way from a row to the receiver, with the real senders, servers and store. */
const noBroker = await whyNoBroker();

function realSenders(smtpUrl: string | null): Senders {
  const connector = testConnector();
  return {
    webhook: new WebhookSender({ connector, clock: systemClock, version: "1" }),
    mail: new MailSender({ settings: { url: smtpUrl, from: "weir@example.org" }, clock: systemClock }),
    mqtt: new MqttSender({ connector }),
    notification: { send: async () => hopeless("There are no channels here.") },
  };
}

test.skipIf(noBroker !== null)(
  "delivers a webhook, a mail and an MQTT message to their receivers",
  async () => {
    await using sink = await SmtpSink.start();
    await using broker = await Broker.start();
    const posts: string[] = [];
    using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch(request) {
        posts.push(request.headers.get("idempotency-key")!);
        return new Response();
      },
    });
    await using outbox = new TestOutbox();
    const messages = [
      webhookTo(`http://127.0.0.1:${server.port}/hook`),
      mailTo("anna@example.org"),
      publishTo(broker.url),
    ];
    const keys = messages.map((message) => outbox.add({ message, destination: destinationOf(message) }));
    outbox.deliver({
      senders: realSenders(`smtp://127.0.0.1:${sink.port}`),
      secretOf: async () => testSecret,
      clock: systemClock,
    });
    for (const key of keys) expect(await outbox.settles(key)).toMatchObject({ state: "delivered", tries: 1 });
    expect(posts).toEqual([keys[0]!]);
    expect(sink.mails.map((mail) => headerOf(mail, "Subject"))).toEqual(["Too hot"]);
    await waitUntil("the subscriber has it", () => broker.received.length === 1);
  },
);

test("sends a message again under the same key, signed for its time, to a receiver that fails at first", async () => {
  const seen: { key: string; timestampS: number; signature: string }[] = [];
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ headers }) {
      seen.push({
        key: headers.get("webhook-id")!,
        timestampS: Number(headers.get("webhook-timestamp")),
        signature: headers.get("webhook-signature")!,
      });
      return new Response(null, { status: seen.length < 3 ? 500 : 200 });
    },
  });
  await using outbox = new TestOutbox();
  const { clock } = outbox;
  const connector = testConnector();
  const webhook = new WebhookSender({ connector, clock, version: "1" });
  const message = webhookTo(`http://127.0.0.1:${server.port}/`);
  const key = outbox.add({ message, destination: destinationOf(message) });
  const senders = { ...realSenders(null), webhook };
  const deliverer = outbox.deliver({ senders, secretOf: async () => testSecret });
  for (const tries of [1, 2]) {
    await waitUntil("a try has failed", async () => (await outbox.record(key)).tries === tries);
    clock.advanceMs(10_000);
    deliverer.wake();
  }
  expect(await outbox.settles(key)).toMatchObject({ state: "delivered", tries: 3 });
  expect(seen.map((request) => request.key)).toEqual([key, key, key]);
  const [first, , third] = seen;
  expect(third!.timestampS - first!.timestampS).toBe(20);
  expect(third!.signature).not.toBe(first!.signature);
});

test("gives up on mail with the name of the missing setting if mail is not set up", async () => {
  await using outbox = new TestOutbox();
  const key = outbox.add({ message: mailTo("anna@example.org") });
  outbox.deliver({ senders: realSenders(null), triesMax: 1 });
  expect(await outbox.settles(key)).toMatchObject({
    state: "dead",
    lastError: "Mail is not set up: the operator has to set smtp_url.",
  });
});

/** Starts deliveries in a process and kills it in the middle of them. */
async function killInDelivery(outbox: TestOutbox, owner: string, server: HangingServer): Promise<string[]> {
  const message = webhookTo(server.url);
  const keys = outbox.addMany(4, (index) => ({ message, destination: `${destinationOf(message)}#${index}` }));
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "test-delivering-process.ts"), outbox.dataDir, owner],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  await waitUntil("all are under way", () => server.keysSeen.length === keys.length);
  child.kill("SIGKILL");
  await child.exited;
  expect(await Promise.all(keys.map((key) => outbox.record(key)))).toMatchObject(
    keys.map(() => ({ state: "waiting", tries: 0 })),
  );
  return keys;
}

/** A receiver that answers only when it is told to. */
class HangingServer implements Disposable {
  readonly keysSeen: string[] = [];
  isAnswering = false;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async ({ headers }) => {
      this.keysSeen.push(headers.get("idempotency-key")!);
      return this.isAnswering ? new Response() : await new Promise<Response>(() => undefined);
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/`;
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

test("delivers every message of a process that was killed during deliveries, under its key", async () => {
  using server = new HangingServer();
  await using outbox = new TestOutbox();
  const keys = await killInDelivery(outbox, "deliver", server);
  server.isAnswering = true;
  outbox.deliver({ senders: realSenders(null), secretOf: async () => testSecret, clock: systemClock });
  for (const key of keys) expect((await outbox.settles(key)).state).toBe("delivered");
  expect(server.keysSeen.toSorted()).toEqual([...keys, ...keys].toSorted());
});

test("delivers messages claimed by a killed process from another one when the leases end", async () => {
  using server = new HangingServer();
  await using outbox = new TestOutbox();
  const keys = await killInDelivery(outbox, "another", server);
  server.isAnswering = true;
  outbox.clock.set(new Date().toISOString());
  const deliverer = outbox.deliver({ senders: realSenders(null), secretOf: async () => testSecret });
  await quiet();
  expect(server.keysSeen).toHaveLength(keys.length);
  outbox.clock.advanceMs(leaseMs);
  deliverer.wake();
  for (const key of keys) expect((await outbox.settles(key)).state).toBe("delivered");
  expect(server.keysSeen.toSorted()).toEqual([...keys, ...keys].toSorted());
});
