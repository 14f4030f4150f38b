import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { givenEngines } from "../harness/given-engines.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import { answerInTerminal, type CreatedDevice, listReadings } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

let weir: ServedChains;

beforeAll(async () => {
  weir = await ServedChains.start();
});
afterAll(() => weir[Symbol.asyncDispose]());

interface Letter {
  readonly id: number;
  readonly value: number;
  readonly reason: string;
}

/** Readings above 10 fail as long as the device has no sensor `missing`. */
function addFailing(chain: string): Promise<CreatedDevice> {
  return weir.addDevice(
    chain,
    [
      node("input", "input"),
      node("limit", "compare", { operator: ">", value: 10 }),
      node("store", "save", { sensor: "missing" }),
      node("save", "save"),
    ],
    [wire("input", "out", "limit"), wire("limit", "true", "store"), wire("limit", "false", "save")],
  );
}

const letters = (...args: string[]) => weir.json<Letter[]>("dead-letter", "list", ...args);
const valuesOf = async (...args: string[]) => (await letters(...args)).map(({ value }) => value);

test("lists a failed reading with its node and reason, and saves it with a replay after the fix", async () => {
  const device = await addFailing("Repaired");
  const { uuid } = device;
  await weir.send(device, 5, 20, 30);
  const [newest] = await letters("--device", uuid, "--sensor", "a");
  expect(newest).toMatchObject({
    value: 30,
    node: "store",
    reason: 'The device has no sensor "missing".',
    device: { uuid },
    sensor: { slug: "a" },
    chain: { name: "Repaired" },
    account: weir.account,
    chain_version: 1,
    node_input: { value: 30, metadata: null },
    died_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
  // Elsewhere, only totals of the whole installation are shown.
  if (givenEngines === null)
    expect((await weir.run("status")).stdout).toMatch(/^Dead letters +2 kept {2}\(weir dead-letter list\)$/m);
  const table = await weir.run("dead-letter", "list", "--chain", "Repaired");
  expect(table.stdout).toMatch(/^ID +DIED +SENSOR +VALUE +CHAIN +NODE +REASON$/m);
  expect(table.stdout).toContain("Boiler/a");

  const early = await weir.run("dead-letter", "replay", "--all", "--device", uuid);
  expect(early.stdout).toBe("Replayed 2: 0 saved, 2 failed again (weir dead-letter list).\n");
  expect((await weir.run("sensor", "add", uuid, "missing")).code).toBe(0);
  const replayed = await weir.run("dead-letter", "replay", "--all");
  expect(replayed).toMatchObject({ code: 0, stdout: "Replayed 2: 2 saved.\n" });
  expect((await listReadings(weir.place, uuid, "missing")).map(({ value }) => value)).toEqual([20, 30]);
  expect(await letters()).toEqual([]);
  expect(await weir.json<object>("status")).toMatchObject({ accepted: 3, saved: 3, dead: 0, gap: 0 });
  expect((await weir.run("status")).stdout).not.toContain("Dead letters");
  expect((await weir.run("dead-letter", "list")).stdout).toStartWith("No dead letters. ");
});

test("shows the outcome of dead letters in another chain without changing anything", async () => {
  const device = await addFailing("Rehearsed");
  await weir.send(device, 50, 51);
  const from = ["--device", device.uuid, "--sensor", "a", "--hours", "1", "--dead"];
  const default_ = ["chain", "test", "Default", "--published"];
  expect(await weir.json<object>(...default_, ...from)).toMatchObject({
    readings: 2,
    tested: { saved: 2, dead: 0 },
  });
  expect(await weir.json<object>("chain", "test", "Rehearsed", "--published", ...from)).toMatchObject({
    tested: { saved: 0, dead: 2 },
  });
  expect(await valuesOf("--chain", "Rehearsed")).toEqual([51, 50]);
  expect((await weir.run(...default_, "--value", "1", "--dead")).stderr).toContain(
    "--dead can only be used with --hours",
  );
  await weir.run("dead-letter", "discard", "--all", "--yes");
});

test("shows, replays and discards dead letters by id, and reports an unknown id", async () => {
  const device = await addFailing("Picked");
  await weir.send(device, 40, 41, 42);
  const ids = (await letters("--chain", "Picked")).map(({ id }) => String(id)) as [string, string, string];
  const shown = await weir.run("dead-letter", "show", ids[0]);
  expect(shown.stdout).toMatch(/^Reason +The device has no sensor "missing"\.$/m);
  expect(shown.stdout).toMatch(/^Node input +42$/m);
  expect(await weir.json<object>("dead-letter", "show", ids[0])).toMatchObject({
    value: 42,
    raw_base64: null,
  });

  const some = await weir.run("dead-letter", "discard", ids[0], "999999");
  expect(some).toMatchObject({ code: 1, stdout: "Discarded 1 dead letter.\n" });
  expect(some.stderr).toBe("error: There is no dead letter 999999.\n");
  expect(await valuesOf("--chain", "Picked")).toEqual([41, 40]);
  const replayed = await weir.json<object>("dead-letter", "replay", ids[1]);
  expect(replayed).toEqual({
    replayed: 1,
    saved: 0,
    already_stored: 0,
    ended: 0,
    dead: 1,
    skipped: 0,
    unknown_ids: [],
    remaining: 0,
    up_to_id: Number(ids[1]),
  });
  expect((await weir.run("dead-letter", "show", ids[1])).stderr).toBe(
    `error: There is no dead letter ${ids[1]}.\n`,
  );
  expect((await weir.run("dead-letter", "discard", "--all", "--chain", "Picked")).code).toBe(0);
  expect(await letters("--chain", "Picked")).toEqual([]);
});

unlessCluster("operator commands need a data folder")(
  "asks a person before dead letters are discarded, and accepts only yes",
  async () => {
    const device = await addFailing("Asked");
    await weir.send(device, 50);
    const discard = (answer: string) =>
      answerInTerminal(`dead-letter discard --all --chain Asked --data '${weir.dataDir}'`, answer);
    const refused = await discard("n\n");
    expect(refused.output).toContain("Discard all of these dead letters permanently? [y/N]");
    expect(refused.code).toBe(1);
    expect(await valuesOf("--chain", "Asked")).toEqual([50]);
    expect((await discard("y\n")).code).toBe(0);
    expect(await letters("--chain", "Asked")).toEqual([]);
  },
);

unlessCluster("operator commands need a data folder")(
  "lists, shows, replays and discards nothing of another account",
  async () => {
    const device = await addFailing("Foreign");
    await weir.send(device, 60);
    const [letter] = await letters("--chain", "Foreign");
    expect((await weir.run("account", "create", "Other")).code).toBe(0);
    const other = ["--account", "Other"];
    expect(await letters(...other)).toEqual([]);
    const id = String(letter!.id);
    for (const verb of ["show", "replay", "discard"]) {
      const { code, stderr } = await weir.run("dead-letter", verb, id, ...other);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `error: There is no dead letter ${id}.\n` });
    }
    const { stderr } = await weir.run("dead-letter", "replay", "--all", "--chain", "Foreign", ...other);
    expect(stderr).toBe('error: There is no chain "Foreign".\n');
    expect(await valuesOf("--chain", "Foreign")).toEqual([60]);
  },
);

test.each([
  [["replay"], "Give the ids of dead letters"],
  [["discard"], "Give the ids of dead letters"],
  [["replay", "1", "--all"], "either ids, or --all"],
  [["discard", "1", "--chain", "x"], "either ids, or --all"],
  [["replay", "x"], "must be an id"],
  [["show", "0"], "must be an id"],
  [["list", "--limit", "1001"], "from 1 to 1000"],
])("rejects %j as incorrect usage", async (args, words) => {
  const { code, stderr } = await weir.run("dead-letter", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

unlessCluster("a cluster has no files that a command could read without a server")(
  "lists and shows dead letters without a server, and says that a change needs one",
  async () => {
    const listed = await letters();
    const id = String(listed[0]!.id);
    await weir.stop();
    expect(await letters()).toEqual(listed);
    expect((await weir.run("dead-letter", "show", id)).stdout).toMatch(/^Account +Default$/m);
    const { code, stderr } = await weir.run("dead-letter", "discard", id, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "server_not_running" } });
  },
);
