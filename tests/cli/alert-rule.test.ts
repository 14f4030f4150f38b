import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir, weirJson } from "./weir-command.ts";

// Each command starts a process, which takes a while on a busy machine.
setDefaultTimeout(120_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const data = ["--data", join(folder.path, "data")];
const rule = (...args: string[]) => weir(["alert-rule", ...args, ...data]);

test("creates, lists, shows, changes, mutes, tries and deletes alert rules", async () => {
  const { sensors } = await weirJson<{ sensors: { uuid: string }[] }>([
    "device",
    "create",
    "Freezer",
    "--sensor",
    "air",
    ...data,
  ]);
  const created = await rule(
    "create",
    "--name",
    "Too warm",
    "--severity",
    "critical",
    "--text",
    "{{value}}",
    "--sensor",
    sensors[0]!.uuid,
    "--above",
    "-15",
    "--for",
    "600",
    "--hysteresis",
    "2",
  );
  expect(created.stdout).toMatch(
    /^Created alert rule Too warm \(.{36}\)\. Nobody gets a message about its alarms: .+\.\n$/,
  );
  expect((await rule("list")).stdout).toMatch(
    /^Too warm +critical +Freezer\/\S+ +is above -15 for 10 min +no +nobody +/m,
  );
  const file = join(folder.path, "rule.json");
  await Bun.write(
    file,
    JSON.stringify(await weirJson<object>(["alert-rule", "show", "Too warm", "--json", ...data])),
  );
  const copied = await rule("create", file, "--name", "Warm", "--severity", "info", "--above", "-18");
  expect(copied.stdout).toStartWith("Created alert rule Warm (");
  expect((await rule("update", "Warm", "--below", "-30")).stdout).toContain("as version 2.");
  const weekly = [
    "--days",
    "saturday,sunday",
    "--from",
    "22:00",
    "--to",
    "06:00",
    "--time-zone",
    "Europe/Berlin",
  ];
  expect((await rule("mute", "Warm", ...weekly)).stdout).toBe(
    "Alert rule Warm is muted: Saturday and Sunday, 22:00 to 06:00 the next day (Europe/Berlin).\n",
  );
  const shown = (await rule("show", "Warm")).stdout;
  expect(shown).toContain("Told by:    nobody");
  expect(shown).toContain("Alarm when: the value is below -30");
  expect(shown).toContain("Muted:      Saturday and Sunday, 22:00 to 06:00");
  expect((await rule("unmute", "Warm")).stdout).toBe("Alert rule Warm is no longer muted.\n");
  const tried = await rule("try", "Too warm", "--hours", "24");
  expect(tried.stdout).toBe("Would have raised 0 alarms in 0 readings.\n");
  expect((await rule("delete", "Warm")).stdout).toBe("Deleted alert rule Warm.\n");
  expect((await rule("show", "Warm")).stderr).toBe('error: The account has no alert rule "Warm".\n');
});

test("says what is wrong with the options", async () => {
  const two = await rule("create", "--name", "A", "--above", "1", "--below", "2");
  expect([two.code, two.stderr]).toEqual([2, "error: Give only one condition, such as --above 30.\n"]);
  const mute = await rule("mute", "Too warm");
  expect([mute.code, mute.stderr]).toEqual([2, "error: Give --hours, --until or --days.\n"]);
});
