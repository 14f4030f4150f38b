import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Msg, NatsConnection } from "@nats-io/nats-core";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { deriveKeys } from "../../control/sealing/derive-keys.ts";
import { givenTokenKey } from "../../control/sealing/token-key.ts";
import {
  startEngines,
  TestCluster,
  type TestEngines,
  type TestMember,
  testKey,
} from "../../installation/cluster/test-cluster.ts";
import { connectForTest } from "../../queue/jetstream/test-queue.ts";
import type { Changes } from "../bus.ts";
import { type BusMessage, channelOf } from "./bus-message.ts";
import { encodeMessage } from "./message-codec.ts";
import { MessageSigner, trailerBytes } from "./message-signer.ts";
import { splitMessage } from "./split-message.ts";

setDefaultTimeout(60_000);

const forgedChange = { kind: "change", number: 77, changes: [{ kind: "people" }] } satisfies BusMessage;
const question = { kind: "identities", accountId: 1 } as const;
const ask = { kind: "ask", ticket: 1, question } satisfies BusMessage;
const rightChange = { kind: "device", deviceId: 1 } as const;
const purpose = "messages between members";

describeUnless(await whyNoEngines(), "a stranger who can publish on NATS", () => {
  let engines: TestEngines;
  let cluster: TestCluster;
  let manage: TestMember;
  let ingest: TestMember;
  let stranger: NatsConnection;
  /** Everything between the members, as it was carried. */
  let carried: Pick<Msg, "subject" | "data">[];
  let applied: Changes[];
  let answered: string[];

  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines?.[Symbol.asyncDispose]());

  beforeEach(async () => {
    cluster = await TestCluster.start(engines);
    stranger = await connectForTest(cluster.natsUrl);
    [carried, applied, answered] = [[], [], []];
    stranger.subscribe(`${cluster.prefix}.bus.>`, {
      // The client may overwrite the bytes later.
      callback: (_, { subject, data }) => void carried.push({ subject, data: Buffer.from(data) }),
    });
    await stranger.flush();
    manage = await cluster.open("manage");
    ingest = await cluster.open("ingest");
    await manage.bus.follow(() => undefined);
    await ingest.bus.follow((changes) => void applied.push(changes));
    ingest.bus.attend({
      answer(question) {
        answered.push(question.kind);
        return null;
      },
      hear: () => undefined,
      joined: () => undefined,
      left: () => undefined,
    });
    await waitUntil(
      "they know each other",
      () => manage.bus.isThere("ingest") && ingest.bus.isThere("manage"),
    );
  });
  afterEach(async () => {
    await stranger.close();
    await cluster[Symbol.asyncDispose]();
  });

  const channel = (member: TestMember) => channelOf(member.id());
  const subjectTo = (member: TestMember) => `${cluster.prefix}.bus.to.${channel(member)}`;

  /** Publishes a message as a member would, with what the stranger knows. */
  async function publish(
    subject: string,
    message: BusMessage,
    { sender = channel(manage), signer }: { sender?: string; signer?: MessageSigner } = {},
  ): Promise<void> {
    const number = 1_000_000;
    const bytes = encodeMessage(message, signer === undefined ? 0 : trailerBytes);
    signer?.sign(bytes, number, { sender, subject });
    for (const piece of splitMessage(bytes, { sender, number, bytesMax: 1_000_000 }))
      stranger.publish(subject, piece);
    await stranger.flush();
  }

  /** Whatever arrived before a right change has been handled when that change is applied. */
  async function expectOnlyRightChange(): Promise<void> {
    await manage.bus.announce([rightChange]);
    expect(applied).toEqual([[rightChange]]);
    expect(answered).toEqual([]);
  }

  const signerOf = (fill: number) =>
    new MessageSigner(deriveKeys(givenTokenKey(new Uint8Array(32).fill(fill)), purpose));
  const rightSigner = () => new MessageSigner(deriveKeys(testKey, purpose));

  test("has no effect with messages in the name of a member, unsigned or signed with another key", async () => {
    for (const signer of [undefined, signerOf(9)])
      for (const message of [forgedChange, ask]) {
        await publish(subjectTo(ingest), message, signer === undefined ? {} : { signer });
        await publish(`${cluster.prefix}.bus.all`, message, signer === undefined ? {} : { signer });
      }
    await expectOnlyRightChange();
  });

  test("has no effect with a message of a process that knows the key and is not a member", async () => {
    const options = { sender: "0123456789abcdef01234567", signer: rightSigner() };
    await publish(subjectTo(ingest), forgedChange, options);
    await publish(subjectTo(ingest), ask, options);
    await expectOnlyRightChange();
  });

  test("cannot have a message received again, or by another member", async () => {
    await manage.bus.ask("ingest", question);
    expect(answered.splice(0)).toEqual([question.kind]);
    const isAsked = ({ subject, data }: (typeof carried)[number]) =>
      subject === subjectTo(ingest) && Buffer.from(data).includes(question.kind);
    await waitUntil("the stranger has heard the question", () => carried.some(isAsked));
    const asked = carried.find(isAsked)!;
    stranger.publish(asked.subject, asked.data);
    const other = await cluster.open("ingest");
    other.bus.attend({
      answer: ({ kind }) => void answered.push(kind),
      hear: () => undefined,
      joined: () => undefined,
      left: () => undefined,
    });
    await waitUntil("the other one is known", () => other.bus.isThere("manage"));
    stranger.publish(subjectTo(other), asked.data);
    stranger.publish(`${cluster.prefix}.bus.all`, asked.data);
    await stranger.flush();
    await expectOnlyRightChange();
  });

  test("cannot say in the name of a member that it has left or has applied a change", async () => {
    await publish(
      `${cluster.prefix}.bus.all`,
      { kind: "bye", hasAnnounced: true },
      { sender: channel(ingest) },
    );
    const applying = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = await cluster.open("process");
    await slow.bus.follow(() => {
      applying.resolve();
      return goOn.promise;
    });
    let isAnnounced = false;
    const announced = manage.bus.announce([rightChange]).then(() => {
      isAnnounced = true;
    });
    await applying.promise;
    for (let number = 1; number < 5; number++)
      await publish(subjectTo(manage), { kind: "ack", number, state: "applied" }, { sender: channel(slow) });
    await publish(
      `${cluster.prefix}.bus.all`,
      { kind: "bye", hasAnnounced: true },
      { sender: channel(slow) },
    );
    // What was published before this question has been handled when it is answered.
    await manage.bus.ask("ingest", question);
    expect(manage.bus.isThere("ingest")).toBe(true);
    expect(isAnnounced).toBe(false);
    goOn.resolve();
    await announced;
  });

  test("a member of the version before, which does not sign, is listed without a key and is still understood", async () => {
    const sender = "0123456789abcdef01234567";
    const id = `${sender}-1`;
    await using sql = new Bun.SQL(cluster.postgresUrl, { max: 1 });
    await sql`INSERT INTO weir_cluster.members (id, role, version, host) VALUES (${id}, 'manage', '0', 'old')`;
    const hello = { kind: "hello", id, role: "manage", session: 0, asksBack: false } satisfies BusMessage;
    const asks = async () => {
      await publish(subjectTo(ingest), hello, { sender });
      await publish(subjectTo(ingest), ask, { sender });
      return answered.length > 0;
    };
    await waitUntil("it is listed and answered", asks);
  });
});
