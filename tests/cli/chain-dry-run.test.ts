import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import {
  type CreatedDevice,
  createDevice,
  listReadings,
  post,
  serve,
  weir,
  weirJson,
} from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const dataDir = folder.path;
let device: CreatedDevice;
const values = [1, 4, 9, 16, 25];
const minuteMs = 60_000;

beforeAll(async () => {
  device = await createDevice(dataDir, "a", "b");
  const { uuid, token } = device;
  await using server = await serve(dataDir);
  const now = Date.now();
  const data = values.map((value, index) => ({
    value,
    timestamp: new Date(now - (values.length - index) * 10 * minuteMs).toISOString(),
    n: index,
  }));
  const old = { value: 1000, timestamp: "2024-01-01T00:00:00Z" };
  expect(
    (await post({ url: server.url, device: uuid, token, sensor: "a", data: [old, ...data] })).status,
  ).toBe(202);
  expect(await listReadings(dataDir, uuid, "a")).toHaveLength(6);
});
afterAll(() => folder[Symbol.dispose]());

const node = (id: string, type: string, config: object = {}) => ({ id, type, config });
const wire = (from: string, output: string, to: string) => ({ from, output, to });
const saveAbove = (value: number) => ({
  nodes: [node("input", "input"), node("limit", "compare", { operator: ">", value }), node("save", "save")],
  wires: [wire("input", "out", "limit"), wire("limit", "true", "save")],
});

function chainFile(definition: object): string {
  const path = join(folder.path, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ format: "weir-chain", version: 1, name: "File", definition }));
  return path;
}

const run = (...args: string[]) => weir(["chain", "test", ...args, "--data", dataDir]);

async function tested(...args: string[]): Promise<TestedReading[]> {
  const { readings } = await weirJson<{ readings: TestedReading[] }>([
    "chain",
    "test",
    ...args,
    "--json",
    "--data",
    dataDir,
  ]);
  return readings;
}

interface TestedReading {
  readonly at: string;
  readonly value: number;
  readonly metadata: object | null;
  readonly outcome: { kind: string };
  readonly effects: object[];
  readonly steps: object[];
}

describe("a dry run", () => {
  test("shows the path node by node, the effects and the outcome", async () => {
    const at = "2026-06-15T12:00:00Z";
    const [above, below] = await tested(
      "--file",
      chainFile(saveAbove(2)),
      "--value",
      "3.5",
      "-1",
      "--at",
      at,
      "--metadata",
      '{"site":"north"}',
    );
    const reading = { value: 3.5, metadata: { site: "north" } };
    expect(above).toEqual({
      at: "2026-06-15T12:00:00.000000Z",
      ...reading,
      outcome: { kind: "saved" },
      effects: [{ kind: "save", sensor: "sample", ...reading }],
      steps: [
        { node: "input", type: "input", in: reading, output: "out", out: reading },
        { node: "limit", type: "compare", in: reading, output: "true", out: reading },
        { node: "save", type: "save", in: reading, output: "saved", out: reading },
      ],
    });
    expect(below).toMatchObject({
      at: "2026-06-15T12:01:00.000000Z",
      outcome: { kind: "ended", node: "limit", output: "false" },
      effects: [],
    });
  });

  test("is a table for people", async () => {
    const { stdout } = await run("--file", chainFile(saveAbove(2)), "--value", "3.5");
    expect(stdout).toMatch(/^limit +compare +3\.5 +true +3\.5$/m);
    expect(stdout).toContain("- save 3.5 as sample\nSaved.\n");
    const ended = await run("--file", chainFile(saveAbove(2)), "--value", "1");
    expect(ended.stdout).toContain("Ended without being saved at node limit, output false.\n");
  });

  test("uses the draft unless told otherwise", async () => {
    await weirJson(["chain", "import", chainFile(saveAbove(2)), "--publish", "--json", "--data", dataDir]);
    await weirJson([
      "chain",
      "import",
      chainFile(saveAbove(5)),
      "--into",
      "File",
      "--json",
      "--data",
      dataDir,
    ]);
    const outcome = async (...args: string[]) =>
      (await tested("File", "--value", "3", ...args))[0]!.outcome.kind;
    expect(await outcome()).toBe("ended");
    expect(await outcome("--draft")).toBe("ended");
    expect(await outcome("--published")).toBe("saved");
    expect(await outcome("--version", "1")).toBe("saved");
    expect((await run("File", "--value", "3")).stdout).toStartWith("The draft of chain File:");
    expect((await tested("Default", "--value", "3"))[0]!.outcome.kind).toBe("saved");
  });

  test("keeps state from reading to reading, with times a minute apart or as given", async () => {
    const definition = {
      nodes: [
        node("input", "input"),
        node("row", "consecutive-threshold", { operator: ">", value: 5, count: 2 }),
      ],
      wires: [wire("input", "out", "row")],
    };
    const runs = await tested("--file", chainFile(definition), "--value", "9", "9", "1", "9", "--every", "1");
    const outputs = runs.map(({ outcome }) => (outcome as { output?: string }).output);
    expect(outputs).toEqual(["below", "reached", "below", "below"]);
    const [first, second] = runs.map(({ at }) => Date.parse(at));
    expect(second! - first!).toBe(1000);
  });

  test("follows the chain into other chains of the account", async () => {
    const { uuid } = await weirJson<{ uuid: string }>([
      "chain",
      "show",
      "Default",
      "--json",
      "--data",
      dataDir,
    ]);
    const definition = {
      nodes: [node("input", "input"), node("on", "chain", { chain: uuid })],
      wires: [wire("input", "out", "on")],
    };
    expect((await tested("--file", chainFile(definition), "--value", "3"))[0]!.outcome.kind).toBe("saved");
  });

  test("knows the names of the device and its other sensors", async () => {
    const definition = {
      nodes: [
        node("input", "input"),
        node("say", "log", { message: "{{device.name}} {{sensor.slug}}" }),
        node("save", "save", { sensor: "b" }),
      ],
      wires: [wire("input", "out", "say"), wire("say", "logged", "save")],
    };
    const from = ["--device", device.uuid, "--sensor", "a"];
    const [run] = await tested("--file", chainFile(definition), "--value", "3", ...from);
    expect(run!.effects).toMatchObject([
      { kind: "log", text: "Boiler a" },
      { kind: "save", sensor: "b", value: 3 },
    ]);
  });

  test("uses the last stored readings, oldest first, with their metadata", async () => {
    const from = ["--device", device.uuid, "--sensor", "a"];
    const runs = await tested("Default", ...from, "--last", "3");
    expect(runs.map(({ value, metadata }) => [value, metadata])).toEqual([
      [9, { n: 2 }],
      [16, { n: 3 }],
      [25, { n: 4 }],
    ]);
    expect((await tested("Default", ...from, "--last", "100")).map(({ value }) => value)).toEqual([
      1000,
      ...values,
    ]);
    const none = await run("Default", "--device", device.uuid, "--sensor", "b", "--last", "3");
    expect(none.stderr).toContain("no stored readings");
  });

  test("leaves nothing behind", async () => {
    const before = await listReadings(dataDir, device.uuid, "a");
    await tested("Default", "--device", device.uuid, "--sensor", "a", "--value", "77");
    expect(await listReadings(dataDir, device.uuid, "a")).toEqual(before);
  });
});

describe("a replay", () => {
  const from = () => ["--device", device.uuid, "--sensor", "a"];

  test("shows differences from the published version, for the last hours only", async () => {
    await weirJson(["chain", "create", "Replayed", "--json", "--data", dataDir]);
    expect((await weir(["chain", "publish", "Replayed", "--data", dataDir])).code).toBe(0);
    const file = chainFile(saveAbove(5));
    await weirJson(["chain", "import", file, "--into", "Replayed", "--json", "--data", dataDir]);
    const { code, stdout } = await run("Replayed", ...from(), "--hours", "2", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      readings: 5,
      live: { title: "Version 1 of chain Replayed", saved: 5, ended: 0 },
      tested: { title: "The draft of chain Replayed", saved: 3, ended: 2 },
      differing: 2,
      differing_in: { outcome: 2, values: 2, alarms: 0, messages: 0 },
      differences: [
        {
          value: 1,
          live: { outcome: { kind: "saved" } },
          tested: { outcome: { kind: "ended", node: "limit" } },
        },
        { value: 4 },
      ],
    });
    const text = (await run("Replayed", ...from(), "--hours", "2")).stdout;
    expect(text).toMatch(/^Saved +5 +3$/m);
    expect(text).toContain("2 have a different result (outcome 2, values 2):");
    expect(text).toContain("tested:    Ended without being saved at node limit, output false.");
  });

  test("of an unpublished chain compares with the chain that applies to the sensor", async () => {
    const { stdout } = await run("--file", chainFile(saveAbove(0)), ...from(), "--hours", "2");
    expect(stdout).toContain("published: Version 1 of chain Default");
    expect(stdout).toContain("No reading has a different result.");
  });
});

test.each([
  [["Default"], "one of --value, --last and --hours"],
  [["Default", "--value", "1", "--last", "1"], "one of --value, --last and --hours"],
  [["--value", "1"], "Name a chain"],
  [["Default", "--value", "x"], "must be a number"],
  [["Default", "--value", "1", "--at", "noon"], "ISO 8601"],
  [["Default", "--value", "1", "--metadata", "[]"], "JSON object"],
  [["Default", "--value", "1", "--sensor", "a"], "--device and --sensor together"],
  [["Default", "--last", "1"], "--device and --sensor"],
  [
    ["Default", "--last", "1", "--device", "x", "--sensor", "a", "--battery", "3"],
    "only be used with --value",
  ],
  [["Default", "--hours", "0", "--device", "x", "--sensor", "a"], "above 0"],
  [["Default", "--value", "1", "--draft", "--published"], "Only one of"],
])("rejects %j as incorrect usage", async (args, words) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
});

test("refuses a chain that cannot run, and names the node", async () => {
  const wrong = { nodes: [node("input", "input"), node("x", "teleport")], wires: [] };
  const refused = await run("--file", chainFile(wrong), "--value", "1");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain('Node "x": the type "teleport" is unknown.');
});
