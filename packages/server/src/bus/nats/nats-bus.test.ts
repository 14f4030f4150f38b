import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { pauseProcess } from "../../../../../tests/harness/running-process.ts";
import {
  startEngines,
  TestCluster,
  type TestEngines,
  type TestMember,
} from "../../installation/cluster/test-cluster.ts";
import { createLog } from "../../platform/log.ts";
import { describeBus } from "../bus.contract.ts";
import type { Attendance, Bus, Changes } from "../bus.ts";
import type { Events, Role } from "../messages.ts";
import { messageBytesMax } from "./split-message.ts";

const use = { kind: "account use", accountId: 1 } as const;
const discard = { kind: "discard dead letters", letters: { accountId: null, ids: "all" } } as const;

describeUnless(await whyNoEngines(), "the bus of a cluster", () => {
  let engines: TestEngines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines[Symbol.asyncDispose]());

  describeBus("a bus over NATS", async () => {
    const cluster = await TestCluster.start(engines);
    return {
      lateMembers: "are revoked",
      open: async (role, options) => (await cluster.open(role, options)).bus,
      kill: (bus) => cluster.kill(bus),
      [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
    };
  });

  describe("with several members of a role", () => {
    test("merges the answers of all members to a question to every member", async () => {
      await using cluster = await TestCluster.start(engines);
      const { bus: manage } = await cluster.open("manage");
      const processors = await openAll(cluster, "process", 3);
      processors.forEach(({ bus }, index) => {
        const answer = () => ({ traces: index, processedPercent: 10, storedReadings: 7 });
        bus.attend(member({ answer }));
      });
      await untilThere(manage, 3);
      expect(await manage.ask("process", use)).toEqual({
        traces: 3,
        processedPercent: 30,
        storedReadings: 7,
      });
    });

    test("leaves out a member that dies before it answers", async () => {
      await using cluster = await TestCluster.start(engines);
      const { bus: manage } = await cluster.open("manage");
      const [one, other] = await openAll(cluster, "process", 2);
      const asked = Promise.withResolvers<void>();
      one!.bus.attend(member({ answer: () => ({ traces: 1, processedPercent: 0, storedReadings: null }) }));
      other!.bus.attend(
        member({
          answer(question) {
            if (question.kind !== "account use") return null;
            asked.resolve();
            return new Promise(() => undefined);
          },
        }),
      );
      await untilThere(manage, 2);
      const answer = manage.ask("process", use);
      await asked.promise;
      await cluster.kill(other!.bus);
      expect(await answer).toMatchObject({ traces: 1 });
    });

    test("sends questions that any member can answer to each member in turn", async () => {
      await using cluster = await TestCluster.start(engines);
      const { bus: manage } = await cluster.open("manage");
      const answered = [0, 0];
      for (const [index, { bus }] of (await openAll(cluster, "process", 2)).entries()) {
        bus.attend(
          member({
            answer(question) {
              if (question.kind === "retry message") answered[index]! += 1;
              return null;
            },
          }),
        );
      }
      await untilThere(manage, 2);
      for (let messageId = 0; messageId < 10; messageId++)
        await manage.ask("process", { kind: "retry message", messageId });
      expect(answered).toEqual([5, 5]);
    });

    test("sends a question to owners only to the owners, and rejects it while a partition has none", async () => {
      await using cluster = await TestCluster.start(engines);
      let owners: (string | null)[] = [];
      const { bus: manage } = await cluster.open("manage", { owners: async () => owners });
      const processors = await openAll(cluster, "process", 3);
      for (const { bus } of processors) bus.attend(member({ answer: () => ({ discarded: 1 }) }));
      await untilThere(manage, 3);
      const [one, other] = processors.map(({ id }) => id());
      const ask = () => manage.ask("process", discard).catch((error) => error.code);
      owners = [one!, other!, one!];
      expect(await ask()).toEqual({ discarded: 2 });
      owners = [one!, null, one!];
      expect(await ask()).toBe("processor_unavailable");
      owners = [one!, "gone-1", one!];
      expect(await ask()).toBe("processor_unavailable");
    });

    test("delivers an event to every member or to one, by its kind", async () => {
      await using cluster = await TestCluster.start(engines);
      const { bus: ingest } = await cluster.open("ingest");
      const heard: Events[Role]["kind"][][] = [[], []];
      for (const [index, { bus }] of (await openAll(cluster, "process", 2)).entries())
        bus.attend(member({ hear: ({ kind }) => void heard[index]!.push(kind) }));
      await untilThere(ingest, 2);
      ingest.tell("process", { kind: "appended", partitions: [] });
      ingest.tell("process", { kind: "connected", connections: [] });
      ingest.tell("process", { kind: "connected", connections: [] });
      await ingest.ask("process", { kind: "flush", positions: [] });
      const toOne: Events[Role]["kind"][] = ["appended", "connected", "connected"];
      expect(heard.toSorted((one, other) => one.length - other.length)).toEqual([["appended"], toOne]);
    });

    test("delivers the messages of a member in order, whatever their size, while others send too", async () => {
      await using cluster = await TestCluster.start(engines);
      const ingests = await openAll(cluster, "ingest", 2);
      const { bus: process } = await cluster.open("process");
      const heard: number[][] = [[], []];
      const note = (id: number) => void heard[id % 2]!.push(id);
      process.attend(
        member({
          hear: (event) => event.kind === "watch" && note(event.accountIds[0]!),
          answer: (question) => question.kind === "retry message" && note(question.messageId),
        }),
      );
      await until(async () => ingests.every(({ bus }) => bus.isThere("process")));
      const many = Array.from({ length: 300_000 }, (_, index) => index);
      const answers = ingests.flatMap(({ bus }, index) =>
        Array.from({ length: 40 }, (_, turn) => {
          const id = turn * 2 + index;
          if (turn % 3 === 0) return bus.ask("process", { kind: "retry message", messageId: id });
          bus.tell("process", { kind: "watch", accountIds: turn % 10 === 1 ? [id, ...many] : [id] });
          return null;
        }),
      );
      await Promise.all(answers);
      await until(async () => heard.every((ids) => ids.length === 40));
      expect(heard.map((ids) => ids.toSorted((one, other) => one - other))).toEqual(heard);
    });

    test("lists its members, without those that have left or were killed", async () => {
      await using cluster = await TestCluster.start(engines);
      const manage = await cluster.open("manage");
      const [one, other, third] = await openAll(cluster, "process", 3);
      const listed = async () => (await manage.members()).map(({ id }) => id).toSorted();
      const ids = (...of: readonly TestMember[]) => of.map(({ id }) => id()).toSorted();
      expect(await listed()).toEqual(ids(manage, one!, other!, third!));
      const [first] = (await manage.members()).filter(({ role }) => role === "manage");
      expect(first).toMatchObject({ role: "manage", version: expect.any(String), host: expect.any(String) });
      expect(first!.since).toBeInstanceOf(Date);
      await one!.bus.close();
      expect(await listed()).toEqual(ids(manage, other!, third!));
      await cluster.kill(other!.bus);
      await until(async () => (await listed()).length === 2);
      expect(await listed()).toEqual(ids(manage, third!));
    });
  });

  test("reloads nothing when a member leaves in good order", async () => {
    await using cluster = await TestCluster.start(engines);
    const { bus: ingest, members } = await cluster.open("ingest");
    const { bus: manage } = await cluster.open("manage");
    const applied: Changes[] = [];
    await ingest.follow((changes) => void applied.push(changes));
    const renewals = async () => (await members()).find(({ role }) => role === "ingest")!.renewals;
    const listAgain = async () => {
      const before = await renewals();
      await until(async () => (await renewals()) > before + 1);
    };
    await listAgain();
    await manage.close();
    await listAgain();
    expect(applied).toEqual([]);
  });

  test("refuses a message that is too large, and still delivers others", async () => {
    await using cluster = await TestCluster.start(engines);
    const lines: string[] = [];
    const log = createLog("error", "test", (line) => void lines.push(line));
    const { bus: manage } = await cluster.open("manage", { log });
    const { bus: process } = await cluster.open("process");
    process.attend(member());
    const address = "x".repeat(messageBytesMax);
    const held = { kind: "refuse held mails", accountId: 1, address, reason: "" } as const;
    expect(await manage.ask("process", held).catch((error) => error.code)).toBe("message_too_large");
    manage.tell("process", { kind: "watch", accountIds: [], reason: address } as Events["process"]);
    expect(lines.join("")).toContain("an event is lost");
    expect(await manage.ask("process", { kind: "flush", positions: [] })).toBeNull();
  });

  test("rejects questions at once without NATS, and delivers announcements when it is back", async () => {
    await using nats = await testNats();
    await using cluster = await TestCluster.start({ ...engines, nats });
    const manage = await cluster.open("manage", { answerTimeoutMs: 300 });
    const ingest = await cluster.open("ingest");
    const applied: unknown[] = [];
    let joined = 0;
    await manage.bus.follow(() => undefined);
    await ingest.bus.follow((changes) => void applied.push(changes));
    ingest.bus.attend(member());
    manage.bus.attend(member({ joined: () => joined++ }));
    await until(async () => joined === 1 && ingest.isLeaseHeld());
    const ids = [manage.id(), ingest.id()];
    // A stopped server looks like a connection on which nothing arrives.
    await pauseProcess(nats.process);
    const change = { kind: "device", deviceId: 1 } as const;
    expect(await manage.bus.announce([change]).catch((error) => error.code)).toBe("bus_unavailable");
    await until(async () => !ingest.isLeaseHeld() && !manage.bus.isThere("ingest"));
    const question = manage.bus.ask("ingest", { kind: "figures" });
    expect(await question.catch((error) => error.code)).toBe("ingest_unavailable");
    expect(applied).toEqual([]);
    nats.process.signal("SIGCONT");
    await until(async () => applied.length === 1 && joined === 2);
    expect(applied).toEqual([[change]]);
    await until(async () => ingest.isLeaseHeld());
    // No member was given up.
    expect([manage.id(), ingest.id()]).toEqual(ids);
  });
});

function openAll(cluster: TestCluster, role: Role, count: number): Promise<TestMember[]> {
  return Promise.all(Array.from({ length: count }, () => cluster.open(role)));
}

const using = { kind: "accounts using", processedPercent: 1, storedReadings: 1 } as const;
let members = 0;

/** Each answers the question who uses something with a number of its own, which tells how many are there. */
function member({ answer = () => null, ...parts }: Partial<Attendance> = {}): Attendance {
  const number = ++members;
  return {
    answer: (question) => (question.kind === using.kind ? [number] : answer(question)),
    hear: () => undefined,
    joined: () => undefined,
    left: () => undefined,
    ...parts,
  };
}

async function untilThere(bus: Bus, processors: number): Promise<void> {
  await until(async () => (await bus.ask("process", using).catch(() => [])).length === processors);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(5);
}
