import { afterAll, expect, test } from "bun:test";
import { devicesAtOnce } from "@weir/protocol/manage/many-devices-limits";
import { unwrap } from "@weir/protocol/result";
import { createAccount } from "../../manage/accounts/accounts.ts";
import { closeTestControls, openTestControl } from "../../manage/test-control.ts";
import { readAccountUse } from "../account-use.ts";
import { updateAccount } from "../accounts/accounts.ts";
import { type Actor, actingAs } from "../actor.ts";
import type { Control } from "../control.ts";
import { type AuditEntry, listAudit, listAuditOfUser } from "./audit-log.ts";
import { pruneAudit } from "./prune-audit.ts";
import { auditJsonBytesMax, writeAudit } from "./write-audit.ts";

afterAll(closeTestControls);

const dayUs = 86_400_000_000;
const startUs = 1_780_000_000_000_000;

/** Control data whose clock the test moves. */
function openControl(): { control: Control; clock: { nowUs: number } } {
  const clock = { nowUs: startUs };
  return { control: { ...openTestControl().control, nowUs: () => clock.nowUs }, clock };
}

type NewEntry = Omit<AuditEntry, "id" | "happenedAt" | "subjectName" | "before" | "after" | "isConfirmed"> & {
  before?: unknown;
  after?: unknown;
};

async function appendAudit(control: Control, entry: NewEntry): Promise<void> {
  const { actorKind: kind, actor: name, source, requestId, ...action } = entry;
  const actor: Actor = { kind, name, source, requestId };
  await control.transact((tx) => writeAudit(actingAs(control, actor), tx, [action]));
}

function entry(fields: Partial<NewEntry> = {}): NewEntry {
  return {
    accountId: 1,
    actorKind: "user",
    actor: "ada@example.org",
    action: "device.update",
    subjectKind: "device",
    subject: "boiler",
    source: "192.0.2.1",
    requestId: "request-1",
    ...fields,
  };
}

async function subjectsOf(control: Control, filter = {}): Promise<string[]> {
  return (await listAudit(control, 1, { filter, limit: 100 })).entries.map(({ subject }) => subject);
}

test("reads an entry back as it was written", async () => {
  const { control } = openControl();
  await appendAudit(control, entry({ before: { name: "Old" }, after: { name: "Nëw", tags: [1, null] } }));
  const { entries, next } = await listAudit(control, 1, { limit: 10 });
  expect(next).toBeNull();
  expect(entries).toEqual([
    {
      ...entry(),
      id: 1,
      happenedAt: startUs,
      subjectName: "Nëw",
      before: { name: "Old" },
      after: { name: "Nëw", tags: [1, null] },
      isConfirmed: true,
    },
  ]);
});

test("finds the audit entry of a bulk change by each of its devices", async () => {
  const { control } = openControl();
  const many = { action: "device.bulk-update", subject: "2 devices" };
  await appendAudit(control, entry({ ...many, after: { enabled: false, devices: ["a", "b"] } }));
  await appendAudit(control, entry({ ...many, subject: "1 device", after: { group: "a", devices: ["c"] } }));
  await appendAudit(control, entry({ subject: "a" }));
  expect(await subjectsOf(control, { subject: "a" })).toEqual(["a", "2 devices"]);
  expect(await subjectsOf(control, { subject: "devices" })).toEqual([]);
});

test("finds the audit entries of imported devices, and of their tokens that were shown, by each device", async () => {
  const { control } = openControl();
  for (const action of ["device.import", "device-import.show-tokens"])
    await appendAudit(control, entry({ action, subject: action, after: { devices: ["a", "b"] } }));
  const both = ["device-import.show-tokens", "device.import"];
  for (const subject of ["a", "b"]) expect(await subjectsOf(control, { subject })).toEqual(both);
});

test("finds the audit entry of a bulk change by each of its devices even if the change was too long", async () => {
  const { control } = openControl();
  const devices = Array.from({ length: devicesAtOnce }, () => crypto.randomUUID());
  const attributes = { long: "\ud83d\ude00".repeat(10_000) };
  await appendAudit(
    control,
    entry({ action: "device.bulk-update", subject: "many", after: { attributes, devices } }),
  );
  const [found] = (await listAudit(control, 1, { limit: 1 })).entries;
  expect(found!.after).toMatchObject({ cut: true, devices });
  expect(Buffer.byteLength(JSON.stringify(found!.after))).toBeLessThanOrEqual(auditJsonBytesMax);
  for (const subject of [devices[0]!, devices.at(-1)!])
    expect(await subjectsOf(control, { subject })).toEqual(["many"]);
});

test("finds audit entries of alarms by each alarm and by their devices", async () => {
  const { control } = openControl();
  const after = { alarms: [12, 13], devices: ["a", "b"] };
  for (const action of ["alarm.acknowledge", "alarm.unacknowledge", "alarm.clear"])
    await appendAudit(control, entry({ action, subject: `2 by ${action}`, after }));
  const all = ["2 by alarm.clear", "2 by alarm.unacknowledge", "2 by alarm.acknowledge"];
  for (const subject of ["a", "b", "12", "13"]) expect(await subjectsOf(control, { subject })).toEqual(all);
  for (const subject of ["c", "1", "alarms"]) expect(await subjectsOf(control, { subject })).toEqual([]);
});

test("shows an account nothing of another account, and nothing that belongs to none", async () => {
  const { control } = openControl();
  await appendAudit(control, entry({ subject: "mine" }));
  await appendAudit(control, entry({ subject: "theirs", accountId: 2 }));
  await appendAudit(control, entry({ subject: "nobody's", accountId: null }));
  expect(await subjectsOf(control)).toEqual(["mine"]);
});

test("finds entries by actor, action, kind of action, subject and time", async () => {
  const { control, clock } = openControl();
  await appendAudit(control, entry({ subject: "a", actor: "Ada@Example.org" }));
  clock.nowUs += dayUs;
  await appendAudit(control, entry({ subject: "b", actor: "bob@example.org", action: "device.create" }));
  clock.nowUs += dayUs;
  await appendAudit(control, entry({ subject: "c", action: "devices-of-old.create", subjectKind: "other" }));
  expect(await subjectsOf(control)).toEqual(["c", "b", "a"]);
  expect(await subjectsOf(control, { actor: "ada@example.ORG" })).toEqual(["c", "a"]);
  expect(await subjectsOf(control, { action: "device.create" })).toEqual(["b"]);
  expect(await subjectsOf(control, { action: "device" })).toEqual(["b", "a"]);
  expect(await subjectsOf(control, { action: "dev" })).toEqual([]);
  expect(await subjectsOf(control, { action: "device.%" })).toEqual([]);
  expect(await subjectsOf(control, { subject: "a" })).toEqual(["a"]);
  expect(await subjectsOf(control, { subjectKind: "other" })).toEqual(["c"]);
  expect(await subjectsOf(control, { fromUs: startUs + dayUs })).toEqual(["c", "b"]);
  expect(await subjectsOf(control, { toUs: startUs + dayUs })).toEqual(["a"]);
});

test("reads and finds entries under the current spelling of their action", async () => {
  const { control } = openControl();
  await appendAudit(control, entry({ subject: "a", action: "dead_letter.replay" }));
  await appendAudit(control, entry({ subject: "b", action: "dead-letter.discard" }));
  await appendAudit(control, entry({ subject: "c", action: "chain.draft.save" }));
  const { entries } = await listAudit(control, 1, { limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual([
    "chain.save-draft",
    "dead-letter.discard",
    "dead-letter.replay",
  ]);
  expect(await subjectsOf(control, { action: "dead-letter.replay" })).toEqual(["a"]);
  expect(await subjectsOf(control, { action: "dead-letter" })).toEqual(["b", "a"]);
  expect(await subjectsOf(control, { action: "chain.save-draft" })).toEqual(["c"]);
  expect(await subjectsOf(control, { action: "chain" })).toEqual(["c"]);
});

test("pages without a gap or a repeat while entries are added", async () => {
  const { control } = openControl();
  for (let n = 1; n <= 7; n++) {
    await appendAudit(control, entry({ subject: String(n) }));
    await appendAudit(control, entry({ accountId: 2 }));
  }
  const seen: string[] = [];
  let beforeId: number | undefined;
  do {
    const page = await listAudit(control, 1, { limit: 3, beforeId });
    seen.push(...page.entries.map(({ subject }) => subject));
    await appendAudit(control, entry({ subject: "later" }));
    beforeId = page.next ?? undefined;
  } while (beforeId !== undefined);
  expect(seen).toEqual(["7", "6", "5", "4", "3", "2", "1"]);
});

test("looks at a bounded number of entries per page for a filter that matches little, and still finds all", async () => {
  const { control } = openControl();
  await appendAudit(control, entry({ subject: "needle" }));
  await control.transact(async (tx) => {
    const { account_id, happened_at, actor_kind, actor, action, subject_kind, source, request_id } = await tx
      .selectFrom("audit_log")
      .selectAll()
      .executeTakeFirstOrThrow();
    const hay = { account_id, happened_at, actor_kind, actor, action, subject_kind, source, request_id };
    const rows = Array.from({ length: 1000 }, () => ({ ...hay, subject: "hay", before: null, after: null }));
    for (let n = 0; n < 21; n++) await tx.insertInto("audit_log").values(rows).execute();
  });
  const first = await listAudit(control, 1, { filter: { subject: "needle" }, limit: 10 });
  expect(first.entries).toEqual([]);
  expect(first.next).toBe(1002);
  const second = await listAudit(control, 1, { filter: { subject: "needle" }, limit: 10, beforeId: 1002 });
  expect(second.entries.map(({ subject }) => subject)).toEqual(["needle"]);
  expect(second.next).toBeNull();
});

test("cuts long texts and marks the cut", async () => {
  const { control } = openControl();
  const long = { text: `"\\é€${"\ud83d\ude00".repeat(10_000)}` };
  await appendAudit(
    control,
    entry({ before: { text: "x".repeat(16_000) }, after: long, subject: "s".repeat(9999) }),
  );
  const [found] = (await listAudit(control, 1, { limit: 1 })).entries;
  expect(found!.before).toEqual({ text: "x".repeat(16_000) });
  const bytes = Buffer.byteLength(JSON.stringify(long));
  expect(found!.after).toMatchObject({ cut: true, bytes, start: expect.stringContaining('{"text":"') });
  expect(Buffer.byteLength(JSON.stringify(found!.after))).toBeLessThanOrEqual(auditJsonBytesMax);
  expect(found!.subject).toHaveLength(500);
});

test("deletes expired entries, a few with every new one", async () => {
  const { control, clock } = openControl();
  for (let n = 0; n < 50; n++) await appendAudit(control, entry({ subject: "old" }));
  clock.nowUs += 400 * dayUs;
  await appendAudit(control, entry({ subject: "new" }));
  expect(await subjectsOf(control)).toHaveLength(51);
  clock.nowUs += 1;
  await appendAudit(control, entry({ subject: "new" }));
  expect(await subjectsOf(control)).toHaveLength(32);
  expect(await pruneAudit(control)).toBe(20);
  expect(await pruneAudit(control)).toBe(10);
  expect(await pruneAudit(control)).toBe(0);
  expect(await subjectsOf(control)).toEqual(["new", "new"]);
});

test("takes entries past the limit of all accounts from the tenant with the most, so that nobody pushes out others", async () => {
  const { control } = openControl();
  const [victim, first, second] = await Promise.all(
    ["Victim", "First", "Second"].map(async (name) => unwrap(await createAccount(control, name)).id),
  );
  // The two other accounts were created by one person: each has fewer entries than the victim, both together have more.
  await control.transact((tx) => updateAccount(tx, second!, { tenant_id: first! }));
  const append = async (accountId: number, count: number) => {
    for (let n = 0; n < count; n++) await appendAudit(control, entry({ accountId }));
  };
  const counts = () =>
    Promise.all(
      [victim, first, second].map(async (id) => (await readAccountUse(control.db, id!)).auditEntries),
    );
  await append(victim!, 20 - (await counts())[0]!);
  for (const id of [first!, second!]) await append(id, 18);
  const [kept, ...others] = await counts();
  expect(kept).toBe(20);
  const limits = { ageMaxMs: Number.MAX_SAFE_INTEGER / 1000, entriesMax: 40 };
  while ((await pruneAudit(control, limits)) > 0);
  const [left, ...leftOfOthers] = await counts();
  expect(left).toBe(20);
  expect(leftOfOthers[0]! + leftOfOthers[1]!).toBe(20);
  expect(others[0]! + others[1]!).toBeGreaterThan(36);
});

test("keeps as many entries that belong to nobody as an account may have", async () => {
  const opened = openControl();
  const control = { ...opened.control, limits: { ...opened.control.limits, auditEntries: 5 } };
  await appendAudit(control, entry({ subject: "of an account" }));
  for (let n = 1; n <= 30; n++)
    await appendAudit(control, entry({ accountId: null, action: "session.refused", subject: String(n) }));
  while ((await pruneAudit(control)) > 0);
  const rows = await control.db.selectFrom("audit_log").select("subject").orderBy("id").execute();
  expect(rows.map(({ subject }) => subject)).toEqual(["of an account", "26", "27", "28", "29", "30"]);
});

test("shows a person only their own sign-ins and attempts with their address", async () => {
  const { control, clock } = openControl();
  const signIn = { accountId: null, action: "session.sign-in", subjectKind: "user" } as const;
  await appendAudit(control, entry({ ...signIn, subject: "former holder of the address" }));
  clock.nowUs += dayUs;
  const ada = { uuid: "uuid-of-ada", email: "Ada@example.org", createdAt: clock.nowUs };
  await appendAudit(control, entry({ ...signIn, subject: "by address" }));
  await appendAudit(
    control,
    entry({ ...signIn, actorKind: "nobody", actor: "", subject: "ada@EXAMPLE.org" }),
  );
  await appendAudit(
    control,
    entry({ ...signIn, actorKind: "operator", actor: "root", subject: "uuid-of-ada" }),
  );
  await appendAudit(control, entry({ ...signIn, actor: "eve@example.org", subject: "uuid-of-eve" }));
  await appendAudit(control, entry({ subject: "in an account" }));
  const { entries } = await listAuditOfUser(control, ada, { limit: 10 });
  expect(entries.map(({ subject }) => subject)).toEqual(["uuid-of-ada", "ada@EXAMPLE.org", "by address"]);
});
