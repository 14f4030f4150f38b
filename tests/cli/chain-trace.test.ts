import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { auditOf } from "./audit-of.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import { type CreatedDevice, plainEnvironment } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

let weir: ServedChains;
let device: CreatedDevice;

const nodes = [
  node("input", "input"),
  node("limit", "compare", { operator: ">", value: 10 }),
  node("ten", "scale", { factor: 10 }),
  node("save", "save"),
];
const wires = [wire("input", "out", "limit"), wire("limit", "true", "ten"), wire("ten", "out", "save")];

beforeAll(async () => {
  weir = await ServedChains.start();
  device = await weir.addDevice("Times ten", nodes, wires);
});
afterAll(() => weir[Symbol.asyncDispose]());

interface Trace {
  readonly is_running: boolean;
  readonly until: string | null;
  readonly seen: number;
  readonly readings: readonly {
    readonly value: number;
    readonly outcome: string;
    readonly steps: readonly object[];
  }[];
}

const trace = (...args: string[]) => weir.json<Trace>("chain", "trace", ...args);

test("shows the path of readings since the trace was switched on, node by node", async () => {
  const before = await weir.run("chain", "trace", "Times ten", "--show");
  expect(before).toMatchObject({ code: 1, stdout: "" });
  expect(before.stderr).toStartWith("error: No trace was started");
  await weir.send(device, 1);
  await weir.untilSettled();
  const begun = await trace("Times ten");
  expect(begun).toMatchObject({ is_running: true, seen: 0, readings: [] });
  expect(begun.until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

  await weir.send(device, 2, 20);
  const shown = await trace("Times ten", "--show");
  expect(shown).toMatchObject({ is_running: true, seen: 2 });
  expect(shown.readings.map(({ value, outcome }) => [value, outcome])).toEqual([
    [2, "ended"],
    [20, "saved"],
  ]);
  expect(shown.readings[1]).toMatchObject({
    device: device.uuid,
    sensor: { slug: "a" },
    chain: { name: "Times ten", version: 1 },
  });
  const plain = (value: number) => ({ value, metadata: null });
  expect(shown.readings[1]!.steps).toEqual([
    { node: "input", in: plain(20), output: "out", out: plain(20) },
    { node: "limit", in: plain(20), output: "true", out: plain(20) },
    { node: "ten", in: plain(20), output: "out", out: plain(200) },
    { node: "save", in: plain(200), output: "saved", out: plain(200) },
  ]);
  const { stdout } = await weir.run("chain", "trace", "Times ten", "--show");
  expect(stdout).toMatch(/^2\S+Z {2}\S+\/a {2}20 {2}saved by Times ten, version 1$/m);
  expect(stdout).toMatch(/^ {2}limit +2 +→ false +→ 2$/m);
  expect(stdout).toMatch(/^ {2}ten +20 +→ out +→ 200$/m);

  const stopped = await weir.run("chain", "trace", "Times ten", "--stop");
  expect(stopped.stdout).toBe("Stopped. 2 readings recorded. Add --show to see the latest.\n");
  await weir.send(device, 3);
  expect(await trace("Times ten", "--show")).toMatchObject({ is_running: false, until: null, seen: 2 });
});

test("follows the readings of a device as they arrive, until the trace ends", async () => {
  const { uuid } = device;
  const args = [
    "chain",
    "trace",
    "--device",
    uuid,
    "--minutes",
    "5",
    "--follow",
    "--json",
    ...weir.place.args,
  ];
  const child = Bun.spawn([join(import.meta.dir, "..", "..", "bin", "weir"), ...args], {
    env: plainEnvironment(weir.place.env),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines: string[] = [];
  const reading = (async () => {
    let text = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      lines.splice(0, lines.length, ...text.split("\n").slice(0, -1));
    }
  })();
  const words = child.stderr.text();
  await waitUntil(
    "the trace is on",
    async () => (await weir.run("chain", "trace", "--device", uuid, "--show")).code === 0,
  );
  await weir.send(device, 4);
  await waitUntil("the first reading is printed", () => lines.length === 1);
  await weir.send(device, 50, 60);
  await waitUntil("the others are printed", () => lines.length === 3);
  expect((await weir.run("chain", "trace", "--device", uuid, "--stop")).code).toBe(0);
  expect(await child.exited).toBe(0);
  await reading;
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { value: 4, outcome: "ended" },
    { value: 50, outcome: "saved" },
    { value: 60, outcome: "saved" },
  ]);
  expect(await words).toContain("The trace has ended.");
});

test("counts the readings at every node, and why readings are not saved", async () => {
  const counted = await weir.addDevice("Counted", nodes, wires);
  const other = await weir.addDevice("Other", nodes, wires);
  await weir.send(counted, 1, 2, 20);
  // The processor writes counts about every second, together with its work. More work brings the next write.
  await waitUntil("the counts are written", async () => {
    await weir.send(other, Math.random());
    return (await weir.json<{ entered: number }>("chain", "stats", "Counted")).entered === 3;
  });
  const stats = await weir.json<object>("chain", "stats", "Counted");
  expect(stats).toMatchObject({
    name: "Counted",
    version: 1,
    entered: 3,
    unsaved: 2,
    reasons: [{ kind: "ended", node: "limit", output: "false", readings: 2 }],
    nodes: [
      { node: "input", in: 3, out: [{ output: "out", readings: 3 }], failed: 0, last_error: null },
      { node: "limit", in: 3, out: [{ output: "true" }, { output: "false", readings: 2 }], ended: 2 },
      { node: "ten", in: 1, out: [{ output: "out", readings: 1 }] },
      { node: "save", type: "save", in: 1, out: [{ output: "saved", readings: 1 }], ended: 0 },
    ],
  });
  const { stdout } = await weir.run("chain", "stats", "Counted");
  expect(stdout).toMatch(/^Unsaved +2 {2}\(accepted but not saved\)$/m);
  expect(stdout).toMatch(/^ {2}2 +ended at limit, output false$/m);
  expect(stdout).toMatch(/^limit +compare +3 +true 1, false 2 +0 +-$/m);
});

test.each([
  [[], "either a chain, or a device"],
  [["x", "--device", "y"], "either a chain, or a device"],
  [["x", "--show", "--stop"], "one of --follow, --show and --stop"],
  [["x", "--minutes", "61"], "at most 60"],
  [["x", "--minutes", "0"], "above 0"],
])("rejects trace %j as incorrect usage", async (args, words) => {
  const { code, stderr } = await weir.run("chain", "trace", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

unlessCluster("operator commands need a data folder")(
  "refuses to trace or count unknown chains and those of another account",
  async () => {
    expect((await weir.run("account", "create", "Elsewhere")).code).toBe(0);
    for (const args of [["nothing"], ["Times ten", "--account", "Elsewhere"]]) {
      const message = `error: There is no chain "${args[0]}".\n`;
      expect((await weir.run("chain", "trace", ...args)).stderr).toBe(message);
      expect((await weir.run("chain", "stats", ...args)).stderr).toBe(message);
    }
  },
);

unlessCluster("operator commands need a data folder")(
  "records starting and stopping a trace in the audit log, but not showing it",
  async () => {
    const traced = async () =>
      (await auditOf(weir.dataDir, "Default")).filter(({ action }) => action.startsWith("trace."));
    const before = (await traced()).length;
    await trace("Times ten", "--minutes", "3");
    await trace("Times ten", "--show");
    await trace("Times ten", "--stop");
    await trace("--device", device.uuid);
    const chain = (await weir.json<{ uuid: string; name: string }[]>("chain", "list")).find(
      ({ name }) => name === "Times ten",
    )!;
    const by = { actorKind: "operator", source: "command line", isConfirmed: true };
    expect((await traced()).slice(before)).toMatchObject([
      { ...by, action: "trace.start", subjectKind: "chain", subject: chain.uuid, after: { minutes: 3 } },
      { ...by, action: "trace.stop", subjectKind: "chain", subject: chain.uuid },
      { ...by, action: "trace.start", subjectKind: "device", subject: device.uuid },
    ]);
  },
);
