import { afterEach, describe, expect, test } from "bun:test";
import type { ControlChange } from "../control/control.ts";
import type { Attendance, Bus } from "./bus.ts";
import type { Events, Role } from "./messages.ts";

/** Opens buses of one installation, and closes them after the test. */
export interface BusUnderTest extends AsyncDisposable {
  open(role: Role, options?: { readonly answerTimeoutMs?: number }): Promise<Bus>;
  /**
   * What happens if a member does not apply a change in time: the announcement fails, or the member loses the right to
   * act.
   */
  readonly lateMembers: "fail it" | "are revoked";
  /** Ends a member as a kill would: at once, without a goodbye. */
  kill(bus: Bus): Promise<void>;
}

const change: ControlChange = { kind: "device", deviceId: 7 };

/** What every bus promises. */
export function describeBus(name: string, openInstallation: () => Promise<BusUnderTest>): void {
  describe(name, () => {
    const opened: BusUnderTest[] = [];
    const installation = async (): Promise<BusUnderTest> => {
      const under = await openInstallation();
      opened.push(under);
      return under;
    };
    afterEach(async () => {
      for (const under of opened.splice(0)) await under[Symbol.asyncDispose]();
    });

    test("resolves an announcement when every member has applied it, including the announcing one", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const ingest = await under.open("ingest");
      const process = await under.open("process");
      const applied: string[] = [];
      const held = Promise.withResolvers<void>();
      await manage.follow(() => void applied.push("manage"));
      await process.follow(() => void applied.push("process"));
      await ingest.follow(async (changes) => {
        await held.promise;
        expect(changes).toEqual([change]);
        applied.push("ingest");
      });
      let isDone = false;
      const announced = manage.announce([change]).then(() => {
        isDone = true;
      });
      await until(() => applied.length === 2);
      expect(isDone).toBe(false);
      held.resolve();
      await announced;
      expect(applied.sort()).toEqual(["ingest", "manage", "process"]);
    });

    test("does not wait for a member that dies before it has applied a change", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      await manage.follow(() => undefined);
      const ingest = await under.open("ingest");
      const reached = Promise.withResolvers<void>();
      await ingest.follow(() => {
        reached.resolve();
        return new Promise(() => undefined);
      });
      const announced = manage.announce([change]);
      await reached.promise;
      await under.kill(ingest);
      await announced;
    });

    test("fails an announcement that a running member does not apply in time, unless the member can be kept from acting", async () => {
      const under = await installation();
      const fails = under.lateMembers === "fail it";
      const manage = await under.open("manage", fails ? { answerTimeoutMs: 50 } : {});
      await manage.follow(() => undefined);
      const ingest = await under.open("ingest");
      await ingest.follow(() => new Promise(() => undefined));
      const announced = manage.announce([change]).catch((error) => error.code);
      expect(await announced).toBe(fails ? "ingest_timeout" : undefined);
    });

    test("delivers announcements to a member that is still loading before it serves requests", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      await manage.follow(() => undefined);
      // The other members have not found it yet, but it has begun to load.
      const ingest = await under.open("ingest");
      await manage.announce([change]);
      const applied: unknown[] = [];
      await ingest.follow((changes) => void applied.push(...changes));
      expect(applied).toEqual([change]);
    });

    test("delivers no announcements from before a member's start", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      await manage.follow(() => undefined);
      await manage.announce([change]);
      const ingest = await under.open("ingest");
      const applied: unknown[] = [];
      await ingest.follow((changes) => void applied.push(...changes));
      expect(applied).toEqual([]);
    });

    test("answers a question of any size", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const process = await under.open("process");
      const body = "x".repeat(8 * 1024 * 1024);
      process.attend(member({ answer: (question) => ({ ...question, found: true }) }));
      const question = { kind: "refuse held mails", accountId: 1, address: body, reason: "" } as const;
      const answer: unknown = await manage.ask("process", question);
      expect(answer).toEqual({ ...question, found: true });
    });

    test("rejects a question to every member when an answer fails or takes too long", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const process = await under.open("process");
      process.attend(
        member({
          answer(question) {
            if (question.kind === "flush") return new Promise(() => undefined);
            throw Object.assign(new Error("no room"), { code: "queue_unavailable" });
          },
        }),
      );
      await until(() => manage.isThere("process"));
      const late = manage.ask("process", { kind: "flush", positions: [] }, { timeoutMs: 20 });
      expect(await late.catch((error) => error.code)).toBe("processor_timeout");
      const failed = manage.ask("process", {
        kind: "accounts using",
        processedPercent: 1,
        storedReadings: 1,
      });
      expect(await failed.catch((error) => error.code)).toBe("queue_unavailable");
    });

    test("rejects a question to a member that is not there or dies before it answers", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const ask = () => manage.ask("process", { kind: "flush", positions: [] }).catch((error) => error.code);
      expect(await ask()).toBe("processor_unavailable");
      const process = await under.open("process");
      const asked = Promise.withResolvers<void>();
      process.attend(
        member({
          answer() {
            asked.resolve();
            return new Promise(() => undefined);
          },
        }),
      );
      const answer = ask();
      await asked.promise;
      await under.kill(process);
      expect(await answer).toBe("processor_unavailable");
    });

    test("lets a patient question wait for a member that is not there yet", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const flush = { kind: "flush", positions: [] } as const;
      const patient = { timeoutMs: 10_000, isPatient: true };
      const answer = manage.ask("process", flush, patient);
      const process = await under.open("process");
      process.attend(member());
      expect(await answer).toBeNull();
      await under.kill(process);
      // Otherwise the question may be sent before the bus knows that the member is gone, and ends with a timeout
      // instead.
      await until(() => !manage.isThere("process"));
      const vain = manage.ask("process", flush, { timeoutMs: 50, isPatient: true });
      expect(await vain.catch((error) => error.code)).toBe("processor_unavailable");
    });

    test("rejects a question when its answer fails or takes too long", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const process = await under.open("process");
      process.attend(
        member({
          answer(question) {
            if (question.kind === "flush") return new Promise(() => undefined);
            throw Object.assign(new Error("no room"), { code: "queue_unavailable" });
          },
        }),
      );
      const late = manage.ask("process", { kind: "flush", positions: [] }, { timeoutMs: 20 });
      expect(await late.catch((error) => error.code)).toBe("processor_timeout");
      const failed = manage.ask("process", { kind: "retry message", messageId: 1 });
      expect(await failed.catch(({ message, code }) => ({ message, code }))).toEqual({
        message: "no room",
        code: "queue_unavailable",
      });
    });

    test("delivers events and questions in the order they were sent", async () => {
      const under = await installation();
      const ingest = await under.open("ingest");
      const process = await under.open("process");
      const heard: string[] = [];
      const joined = Promise.withResolvers<void>();
      ingest.attend(member({ joined: (who) => who === "process" && joined.resolve() }));
      await joined.promise;
      ingest.tell("process", { kind: "watch", accountIds: [1] });
      ingest.tell("process", { kind: "appended", partitions: [0] });
      const flushed = ingest.ask("process", { kind: "flush", positions: [] });
      process.attend(
        member({
          hear: (event) => void heard.push(event.kind),
          answer(question) {
            heard.push(question.kind);
            return null;
          },
        }),
      );
      await flushed;
      expect(heard).toEqual(["watch", "appended", "flush"]);
    });

    test("delivers bytes unchanged", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const ingest = await under.open("ingest");
      const use = {
        deviceId: 1,
        previousHash: new Uint8Array([0, 255, 7]),
        isOver: false,
        currentUsedMs: 0,
        previousUsedMs: 1,
      };
      ingest.attend(member({ answer: () => [use] }));
      expect(await manage.ask("ingest", { kind: "token uses" })).toEqual([use]);
    });

    test("reports when a member starts, and when it restarts", async () => {
      const under = await installation();
      const manage = await under.open("manage");
      const seen: Role[] = [];
      manage.attend(member({ joined: (who) => void seen.push(who) }));
      const first = await under.open("process");
      first.attend(member());
      await until(() => seen.length === 1 && manage.isThere("process"));
      await under.kill(first);
      await until(() => !manage.isThere("process"));
      const heard: Events[Role][] = [];
      manage.tell("process", { kind: "appended", partitions: [0] } as never);
      const second = await under.open("process");
      second.attend(member({ hear: (event) => void heard.push(event) }));
      await until(() => seen.length === 2);
      expect(seen).toEqual(["process", "process"]);
      manage.tell("process", { kind: "watch", accountIds: [] });
      await until(() => heard.length > 0);
      // Events sent while the member was gone are lost.
      expect(heard).toEqual([{ kind: "watch", accountIds: [] }]);
    });

    test("names the process that sent an event, and reports when that process is gone", async () => {
      const under = await installation();
      const process = await under.open("process");
      const heard: string[] = [];
      const left: string[] = [];
      process.attend(
        member({
          hear: (event, sender) => event.kind === "watch" && heard.push(sender),
          left: (sender) => void left.push(sender),
        }),
      );
      const manage = await under.open("manage");
      const ingest = await under.open("ingest");
      for (const bus of [manage, ingest, manage]) {
        const joined = Promise.withResolvers<void>();
        if (bus.isThere("process")) joined.resolve();
        else bus.attend(member({ joined: (who) => who === "process" && joined.resolve() }));
        await joined.promise;
        const before = heard.length;
        bus.tell("process", { kind: "watch", accountIds: [] } as never);
        await until(() => heard.length > before);
      }
      const [first, second, third] = heard;
      expect([first !== second, first === third]).toEqual([true, true]);
      await under.kill(manage);
      await until(() => left.includes(first!));
      expect(left).not.toContain(second!);
    });
  });
}

function member(parts: Partial<Attendance> = {}): Attendance {
  return {
    answer: () => null,
    hear: () => undefined,
    joined: () => undefined,
    left: () => undefined,
    ...parts,
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(1);
}
