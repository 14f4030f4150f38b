import { afterAll, expect, test } from "bun:test";
import { accountsOnPage } from "../../control/accounts/accounts.ts";
import { actingAs } from "../../control/actor.ts";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import { openControlReader } from "../../control/sqlite/open-sqlite-control.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { passingProblem } from "../../web/passing-problem.ts";
import { createAccount } from "../accounts/accounts.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  openTestControl,
  refuseAuditEntries,
  rowsOf,
  runTogether,
  unwrap,
} from "../test-control.ts";
import { ChangeNotInForceError, commitChange } from "./commit-change.ts";
import { refuse, succeed } from "./manage-error.ts";

afterAll(closeTestControls);

const notAudited = nothingToAudit("a test");
const setting = { key: "k", value: "v" };
const settings = (control: ControlReader) => rowsOf(control, "SELECT * FROM settings");

test.if(isTestDataInFile)(
  "commits a change before it is announced, and announces it before it is answered",
  async () => {
    const { control, dataDir } = openTestControl();
    const steps: string[] = [];
    const announce = async (): Promise<void> => {
      const reader = openControlReader(dataDir);
      steps.push(`announce, others see ${(await settings(reader)).length}`);
      await reader.close();
      await Promise.resolve();
      steps.push("announced");
    };
    await commitChange({ ...control, announce }, async (tx) => {
      await tx.insertInto("settings").values(setting).execute();
      return succeed({ value: null, audit: notAudited, changes: [{ kind: "device", deviceId: 1 }] });
    });
    steps.push("answered");
    expect(steps).toEqual(["announce, others see 1", "announced", "answered"]);
  },
);

test("rolls back a refusal and announces nothing", async () => {
  const { control, announced } = openTestControl();
  const result = await commitChange<null>(control, async (tx) => {
    await tx.insertInto("settings").values(setting).execute();
    return refuse("bad_name", "No.");
  });
  expect(codeOf(result)).toBe("bad_name");
  expect(await settings(control)).toEqual([]);
  expect(announced).toEqual([]);
});

test("rolls back a fault, rethrows it, and leaves control data usable", async () => {
  const { control, announced } = openTestControl();
  const fault = new Error("disk on fire");
  const failing = commitChange<null>(control, async (tx) => {
    await tx.insertInto("settings").values(setting).execute();
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  expect(await settings(control)).toEqual([]);
  expect(announced).toEqual([]);
  expect((await createAccount(control, "Plant")).ok).toBe(true);
});

test("rolls back a failed commit and leaves control data usable", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const chain = {
    uuid: crypto.randomUUID(),
    account_id: account.id,
    name: "No version",
    published_version: 1,
    created_at: 0,
  };
  const failing = commitChange(control, async (tx) => {
    await tx.insertInto("chains").values(chain).execute();
    return succeed({ value: null, audit: notAudited, changes: [] });
  });
  await expect(failing).rejects.toThrow(/foreign key/i);
  expect((await createAccount(control, "Office")).ok).toBe(true);
});

const action = { accountId: 1, action: "device.update", subjectKind: "device", subject: "boiler" };
const entries = (control: Control) =>
  rowsOf(control, "SELECT actor_kind, actor, source, request_id, action, subject FROM audit_log");

test("commits audit entries with their change, in the name of its actor", async () => {
  const { control } = openTestControl();
  const actor = { kind: "user", name: "ada@example.org", source: "192.0.2.1", requestId: "r-1" } as const;
  let seenBeforeCommit: unknown[] = [];
  const work = async (tx: ControlTransaction) => {
    await tx.insertInto("settings").values(setting).execute();
    seenBeforeCommit = await entries(control);
    return succeed({ value: null, audit: [action] as const, changes: [] });
  };
  unwrap(await commitChange(actingAs(control, actor), work));
  expect(seenBeforeCommit).toEqual([]);
  expect(await entries(control)).toEqual([
    {
      actor_kind: "user",
      actor: "ada@example.org",
      source: "192.0.2.1",
      request_id: "r-1",
      action: "device.update",
      subject: "boiler",
    },
  ]);
});

test("makes no change whose audit entry cannot be written", async () => {
  const { control, announced } = openTestControl();
  await refuseAuditEntries(control);
  const failing = commitChange(control, async (tx) => {
    await tx.insertInto("settings").values(setting).execute();
    return succeed({ value: null, audit: [action], changes: [{ kind: "device", deviceId: 1 }] });
  });
  await expect(failing).rejects.toThrow("no_entry");
  expect(await settings(control)).toEqual([]);
  expect(announced).toEqual([]);
});

test("reports a failed announcement as saved but not in force", async () => {
  const { control } = openTestControl();
  const cause = new Error("no answer");
  const failing = createAccount({ ...control, announce: () => Promise.reject(cause) }, "Plant");
  const error = await failing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChangeNotInForceError);
  expect((error as ChangeNotInForceError).cause).toBe(cause);
  expect((await accountsOnPage(control, { limit: 10 })).map((account) => account.name)).toEqual(["Plant"]);
});

test.if(isTestDataInFile)(
  "runs changes that begin at the same time in one process one after the other",
  async () => {
    const { control } = openTestControl();
    const names = Array.from({ length: 20 }, (_, index) => `Account ${index}`);
    const results = await Promise.all(names.map((name) => createAccount(control, name)));
    for (const result of results) unwrap(result);
    const listed = await accountsOnPage(control, { limit: names.length + 1 });
    expect(listed.map((account) => account.name)).toEqual(names);
  },
);

test.if(isTestDataInFile)("loses no write of two processes that read and then write", async () => {
  const { control, dataDir } = openTestControl();
  await control.transact((tx) => tx.insertInto("settings").values({ key: "count", value: "0" }).execute());
  const script = `
    import { commitChange } from "./core/commit-change.ts";
    import { openSqliteControl } from "../control/sqlite/open-sqlite-control.ts";
    import { loadTokenKey } from "../control/sealing/token-key.ts";
    const dataDir = ${JSON.stringify(dataDir)};
    const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => {} });
    /* together */
    for (let i = 0; i < 50; i++) {
      await commitChange(control, async (tx) => {
        const { value } = await tx.selectFrom("settings").select("value").executeTakeFirstOrThrow();
        await tx.updateTable("settings").set({ value: String(Number(value) + 1) }).execute();
        return { ok: true, value: { value: null, audit: { nothingBecause: "a test" }, changes: [] } };
      });
    }
    await control.close();`;
  await runTogether(script, 2);
  expect(await settings(control)).toEqual([{ key: "count", value: "100" }]);
});

test("says that a change is saved and on its way when the bus could not reach every process, and not to repeat it", async () => {
  const { control } = openTestControl();
  const cause = Object.assign(new Error("not all reached"), { code: "bus_unavailable" });
  const failing = createAccount({ ...control, announce: () => Promise.reject(cause) }, "Plant");
  const problem = passingProblem(await failing.catch((thrown: unknown) => thrown));
  expect(problem).toMatchObject({ status: 504, code: "change_not_in_force" });
  expect(problem?.detail).toMatch(/is saved.*Do not repeat the change/);
  expect(problem?.headers).toBeUndefined();
});
