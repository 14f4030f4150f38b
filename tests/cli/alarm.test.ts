import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { type AuditEntry, listAudit } from "../../packages/server/src/control/audit/audit-log.ts";
import { openControlReader } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { findAccount } from "../../packages/server/src/manage/accounts/accounts.ts";
import { givenEngines } from "../harness/given-engines.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import type { CreatedDevice } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

let weir: ServedChains;
let device: CreatedDevice;

beforeAll(async () => {
  weir = await ServedChains.start();
  device = await weir.addDevice(
    "Watched",
    [
      node("input", "input"),
      node("limit", "compare", { operator: ">", value: 10 }),
      node("hot", "raise-alarm", { name: "too hot", severity: "critical", message: "It is {{value}}." }),
      node("cool", "clear-alarm", { name: "too hot" }),
    ],
    [wire("input", "out", "limit"), wire("limit", "true", "hot"), wire("limit", "false", "cool")],
  );
});
afterAll(() => weir[Symbol.asyncDispose]());

interface Alarm {
  readonly id: number;
  readonly state: string;
  readonly message: string;
}

/** Only the operator can act in another name. In a cluster, the API key acts in its own. */
const actor = givenEngines === null ? "Ada" : "Commands";
const by = (name: string) => (givenEngines === null ? ["--by", name] : []);

const alarms = (...args: string[]) => weir.json<Alarm[]>("alarm", "list", ...args);

test("lists, acknowledges and clears an alarm that a chain raised, and lists it when it is raised again", async () => {
  expect((await weir.run("alarm", "list")).stdout).toStartWith("No active alarms. ");
  await weir.send(device, 20, 21);
  const [alarm, ...others] = await alarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    state: "active",
    severity: "critical",
    name: "too hot",
    message: "It is 20.",
    node: "hot",
    raised_value: 20,
    last_value: 21,
    readings: 2,
    device: { uuid: device.uuid },
    sensor: { slug: "a" },
    acknowledged_at: null,
    cleared_at: null,
    account: weir.account,
  });
  // Elsewhere, only totals of the whole installation are shown.
  if (givenEngines === null)
    expect((await weir.run("status")).stdout).toMatch(/^Alarms +1 critical {2}\(weir alarm list\)$/m);
  const id = String(alarm!.id);

  const acknowledged = await weir.run("alarm", "acknowledge", id, ...by("Ada"));
  expect(acknowledged.stdout).toStartWith(`Acknowledged alarm ${id} (too hot, Boiler/a) by ${actor} at 2`);
  const again = await weir.run("alarm", "acknowledge", id, ...by("Bob"));
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain(`was already acknowledged by ${actor} at 2`);
  expect((await weir.run("alarm", "list")).stdout).toMatch(
    /^\d+ +acknowledged +critical +2\S+Z +Boiler\/a +too hot +21 +- +It is 20\.$/m,
  );

  const cleared = { state: "cleared", cleared_by: actor };
  expect(await weir.json<object>("alarm", "clear", id, ...by("Ada"))).toMatchObject({
    changed: [alarm!.id],
    unchanged: [],
    alarms: [cleared],
  });
  expect(await weir.json<object>("alarm", "clear", id)).toMatchObject({
    changed: [],
    unchanged: [alarm!.id],
    alarms: [cleared],
  });
  expect(await alarms()).toEqual([]);
  expect((await alarms("--state", "cleared")).map((one) => one.id)).toEqual([alarm!.id]);
  await weir.send(device, 30);
  expect(await alarms("--severity", "critical", "--device", device.uuid)).toMatchObject([
    { message: "It is 30." },
  ]);
  expect(await alarms("--chain", "Watched")).toMatchObject([{ message: "It is 30." }]);
  expect(await alarms("--chain", "Default")).toEqual([]);
});

test("names no person for an alarm that its chain clears", async () => {
  await weir.send(device, 40);
  await weir.send(device, 1);
  const [newest] = await alarms("--state", "all");
  expect(newest).toMatchObject({ state: "cleared", cleared_by: null });
  const { stdout } = await weir.run("alarm", "clear", String(newest!.id));
  expect(stdout).toContain("was already cleared by its chain at 2");
});

test("acknowledges in the name of the system user, unless another name is given", async () => {
  await weir.send(device, 50);
  const [alarm] = await alarms();
  const done = await weir.json<{ alarms: [{ acknowledged_by: string }] }>(
    "alarm",
    "acknowledge",
    String(alarm!.id),
  );
  expect(done.alarms[0].acknowledged_by.length).toBeGreaterThan(0);
  const bad = await weir.run("alarm", "clear", String(alarm!.id), "--by", "a\nb");
  expect(bad).toMatchObject({ code: 1, stdout: "" });
});

test("removes an acknowledgement while the alarm is active", async () => {
  await weir.send(device, 55);
  const [alarm] = await alarms();
  const id = String(alarm!.id);
  await weir.run("alarm", "acknowledge", id);
  const back = await weir.run("alarm", "unacknowledge", id);
  expect(back).toMatchObject({
    code: 0,
    stdout: `Removed the acknowledgement of alarm ${id} (too hot, Boiler/a).\n`,
  });
  expect(await alarms()).toMatchObject([{ id: alarm!.id, state: "active", acknowledged_by: null }]);
  const again = await weir.run("alarm", "unacknowledge", id);
  expect(again.stdout).toContain("was not changed: nobody has acknowledged it.");
  await weir.run("alarm", "clear", id, ...by("Ada"));
  const late = await weir.run("alarm", "unacknowledge", id);
  expect(late.stdout).toContain(`was not changed: it was already cleared by ${actor} at 2`);
});

unlessCluster("operator commands need a data folder")(
  "changes several alarms with one command and one audit entry, and names unknown ids",
  async () => {
    const other = await weir.addDevice(
      "Watched too",
      [node("input", "input"), node("wet", "raise-alarm", { name: "wet" })],
      [wire("input", "out", "wet")],
    );
    await weir.send(device, 56);
    await weir.send(other, 1);
    const listed = await alarms();
    const ids = listed.map(({ id }) => String(id));
    expect(ids).toHaveLength(2);
    const acknowledged = await weir.run("alarm", "acknowledge", ...ids, "999999", "999998", "--by", "Ada");
    expect(acknowledged).toMatchObject({ code: 1, stderr: "error: There are no alarms 999999, 999998.\n" });
    expect(acknowledged.stdout.trimEnd().split("\n")).toHaveLength(2);
    const cleared = await weir.json<object>("alarm", "clear", ...ids, "--by", "Ada");
    expect(cleared).toMatchObject({
      changed: ids.map(Number),
      alarms: ids.map((id) => ({ id: Number(id), state: "cleared" })),
    });
    const { uuid } = other;
    expect(await auditOf(uuid)).toMatchObject([
      {
        action: "alarm.clear",
        subject: "2 alarms",
        actorKind: "operator",
        before: { state: ["acknowledged"] },
        after: { names: ["wet", "too hot"], alarms: ids.map(Number), devices: [uuid, device.uuid] },
      },
      { action: "alarm.acknowledge", subject: "2 alarms" },
    ]);
    const tooMany = Array.from({ length: 101 }, (_, nth) => String(nth + 1));
    expect(await weir.run("alarm", "clear", ...tooMany)).toMatchObject({
      code: 2,
      stderr: "error: Give at most 100 ids.\n",
    });
  },
);

unlessCluster("operator commands need a data folder")(
  "comments on an alarm, snoozes it, and shows its history",
  async () => {
    await weir.send(device, 58);
    const [alarm] = await alarms();
    const id = String(alarm!.id);
    expect((await weir.run("alarm", "comment", id, "The door was open.")).stdout).toBe(
      `Commented on alarm ${id}.\n`,
    );
    const snoozed = await weir.run("alarm", "snooze", id, "--hours", "4");
    expect(snoozed.stdout).toMatch(/^Snoozed alarm \d+ \(.*\) until 2.*\.\n$/);
    const unknown = await weir.run("alarm", "assign", id, "nobody@example.org");
    expect(unknown.stderr).toContain("This account has no such member.");
    expect((await weir.run("alarm", "assign", id)).stdout).toContain("to nobody.");
    const shown = (await weir.run("alarm", "show", id)).stdout;
    expect(shown).toContain("Snoozed:  until 2");
    expect(shown).toMatch(/commented by .*: The door was open\./);
    expect((await weir.run("alarm", "snooze", id, "--end")).stdout).toContain("is not snoozed.");
    const neither = await weir.run("alarm", "snooze", id);
    expect([neither.code, neither.stderr]).toEqual([2, "error: Give --hours, --until or --end.\n"]);
    await weir.run("alarm", "clear", id);
  },
);

/** The audit log of a device's alarms, the newest entry first. */
async function auditOf(uuid: string): Promise<readonly AuditEntry[]> {
  const control = openControlReader(weir.dataDir);
  try {
    const account = unwrap(await findAccount(control, "Default"));
    const filter = { action: "alarm", subject: uuid };
    return (await listAudit(control, account.id, { filter, limit: 10 })).entries;
  } finally {
    await control.close();
  }
}

unlessCluster("operator commands need a data folder")(
  "does not find an alarm that does not exist or belongs to another account",
  async () => {
    await weir.send(device, 60);
    const [alarm] = await alarms();
    expect((await weir.run("account", "create", "Other")).code).toBe(0);
    const id = String(alarm!.id);
    for (const args of [["999999"], [id, "--account", "Other"]]) {
      for (const verb of ["acknowledge", "unacknowledge", "clear"]) {
        const { code, stderr } = await weir.run("alarm", verb, ...args);
        expect({ code, stderr }).toEqual({ code: 1, stderr: `error: There is no alarm ${args[0]}.\n` });
      }
    }
    expect(await alarms("--account", "Other")).toEqual([]);
  },
);

unlessCluster("a cluster has no files that a command could read without a server")(
  "lists alarms without a server, and says that a change needs one",
  async () => {
    const [alarm] = await alarms();
    await weir.stop();
    expect(await alarms()).toMatchObject([{ id: alarm!.id }]);
    const { code, stderr } = await weir.run("alarm", "clear", String(alarm!.id), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "server_not_running" } });
  },
);
