import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
import { makeAccount, openTestControl } from "../../packages/server/src/manage/test-control.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir } from "./weir-command.ts";

// Each command starts a process, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const dataDir = folder.path;
const run = (...args: string[]) => weir([...args, "--data", dataDir], { WEIR_OUTBOX_ALLOW: "127.0.0.1" });
const fileOf = async (content: object): Promise<string> => {
  const path = join(dataDir, `${crypto.randomUUID()}.json`);
  await Bun.write(path, JSON.stringify(content));
  return path;
};

test("creates, changes, tests, lists and deletes channels and notification rules", async () => {
  using slack = new TestReceiver();
  const { control } = openTestControl(dataDir);
  await makeAccount(control);
  await control.close();
  const target = { kind: "slack", url: `${slack.url}/services/hush` };
  const made = await run("channel", "create", await fileOf({ name: "Ops", target }));
  const [uuid] = /[0-9a-f-]{36}/.exec(made.stdout) ?? [];
  expect(made.stdout).toStartWith("Created channel Ops (");
  expect((await run("channel", "test", "Ops")).stdout).toBe("Slack accepted the message.\n");
  slack.answer = () => new Response("no_service", { status: 404 });
  const failed = await run("channel", "test", "Ops");
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining("Slack answered 404: no_service"),
  ]);
  const rule = await fileOf({ name: "Grave", min_severity: "critical", channels: [uuid] });
  expect((await run("notification-rule", "create", rule)).stdout).toStartWith(
    "Created notification rule Grave (",
  );
  expect((await run("notification-rule", "list")).stdout).toMatch(/^Grave +critical and above +- +Ops +-/m);
  const night = { days: ["monday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };
  const wider = await fileOf({
    min_severity: "warning",
    escalation: { after_minutes: 15, channels: [uuid] },
  });
  expect((await run("notification-rule", "update", "Grave", wider)).stdout).toStartWith(
    "Updated notification rule Grave (",
  );
  expect((await run("notification-rule", "list")).stdout).toMatch(
    /^Grave +warning and above +- +Ops +after 15 min: Ops/m,
  );
  expect((await run("channel", "update", "Ops", await fileOf({ quiet_hours: night }))).stdout).toStartWith(
    "Updated channel Ops (",
  );
  const mail = { name: "Mail", target: { kind: "mail", address: "ops@example.org" } };
  expect((await run("channel", "create", await fileOf(mail))).stdout).toEndWith(
    "\nNothing reaches it yet: the server sends no mail.\n",
  );
  const listed = await run("channel", "list");
  expect(listed.stdout).toMatch(/^Mail +mail +ops@example\.org +no: the server sends no mail +- /m);
  expect(listed.stdout).toMatch(/^Ops +slack +127\.0\.0\.1 +yes +22:00 to 06:00 /m);
  expect(listed.stdout).not.toContain("hush");
  expect((await run("channel", "delete", "Ops", "--yes")).stdout).toBe(
    "Deleted channel Ops. Without it, nobody is told by: Grave.\n",
  );
  expect((await run("notification-rule", "list")).stdout).toMatch(
    /^Grave +warning and above +- +nobody +after 15 min: nobody +no: tells nobody /m,
  );
  expect((await run("notification-rule", "delete", "Grave", "--yes")).code).toBe(0);
});
