import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import { type BusUnderTest, describeBus } from "../bus.contract.ts";
import type { Bus } from "../bus.ts";
import { LocalBus } from "./local-bus.ts";

const log = createLog("error", "test", () => undefined);

async function openInFolder(below = ""): Promise<BusUnderTest & { readonly dataDir: string }> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bus-"));
  const dataDir = join(folder, below);
  mkdirSync(dataDir, { recursive: true });
  const open = new Set<Bus>();
  return {
    dataDir,
    lateMembers: "fail it",
    async open(member, options = {}) {
      const bus = new LocalBus({ dataDir, member, log, ...options });
      open.add(bus);
      return bus;
    },
    async kill(bus) {
      open.delete(bus);
      await bus.close();
    },
    async [Symbol.asyncDispose]() {
      for (const bus of open) await bus.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeBus("a bus over sockets in the data folder", () => openInFolder());
describeBus("a bus whose data folder has a path too long for sockets", () =>
  openInFolder("deep/".repeat(30)),
);

test("lets only the owner of the folder open the sockets", async () => {
  await using under = await openInFolder();
  await under.open("manage");
  expect(statSync(join(under.dataDir, "bus-manage.sock")).mode & 0o777).toBe(0o600);
});

describe("with two processors", () => {
  async function openThree() {
    const under = await openInFolder();
    const open = (member: "manage" | "process", number = 0) =>
      new LocalBus({ dataDir: under.dataDir, member, number, processes: 2, log });
    const heard: string[] = [];
    const attend = (bus: Bus, number: number) =>
      bus.attend({
        answer: ({ kind }) => (kind === "flush" ? null : kind === "account use" ? use(number) : number),
        hear: ({ kind }) => heard.push(`${kind} ${number}`),
        joined: () => undefined,
        left: () => undefined,
      });
    const manage = open("manage");
    const processors = [open("process", 0), open("process", 1)];
    for (const [number, bus] of processors.entries()) attend(bus, number);
    return {
      manage,
      processors,
      heard,
      attend,
      reopen: (number: number) => open("process", number),
      async [Symbol.asyncDispose]() {
        for (const bus of [manage, ...processors]) await bus.close();
        await under[Symbol.asyncDispose]();
      },
    };
  }

  const use = (number: number) => ({ traces: number, processedPercent: 1, storedReadings: null });
  const one = { kind: "retry message", messageId: 1 } as const;
  const every = { kind: "account use", accountId: 1 } as const;

  test("asks one of them, or both and merges the answers", async () => {
    await using at = await openThree();
    expect<unknown>(await at.manage.ask("process", one, { isPatient: true })).toBe(0);
    expect(await at.manage.ask("process", every, { isPatient: true })).toMatchObject({ processedPercent: 2 });
  });

  test("tells one of them or both, by the kind of the event", async () => {
    await using at = await openThree();
    await at.manage.ask("process", every, { isPatient: true });
    at.manage.tell("process", { kind: "connected", connections: [] });
    at.manage.tell("process", { kind: "appended", partitions: [0, 1] });
    await waitUntil("both have heard", () => at.heard.length === 3);
    expect(at.heard.toSorted()).toEqual(["appended 0", "appended 1", "connected 0"]);
  });

  test("asks the other one while one is away, and refuses what both have to answer", async () => {
    await using at = await openThree();
    await at.manage.ask("process", every, { isPatient: true });
    await at.processors[0]!.close();
    const ask = async () => at.manage.ask("process", every).catch((error) => error.code);
    await waitUntil("it is missed", async () => (await ask()) === "processor_unavailable");
    expect<unknown>(await at.manage.ask("process", one)).toBe(1);
    const again = at.reopen(0);
    at.attend(again, 0);
    expect(await at.manage.ask("process", every, { isPatient: true })).toMatchObject({ processedPercent: 2 });
    await again.close();
  });
});
