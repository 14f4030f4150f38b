import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BrowserSession } from "../api/browser-session.ts";
import { BreakingProxy } from "../harness/breaking-proxy.ts";
import { postReadings } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { type CreatedDevice, createDevice, listReadings, weir, weirProcess } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const server = new WeirInstallation();
const { dataDir } = server;
let device: CreatedDevice;
let key: string;
let running: WeirProcess;

beforeAll(async () => {
  running = await server.start();
  const owner = await BrowserSession.setUp(server);
  const scopes = ["account:read", "devices:read", "readings:read", "readings:write"];
  key = (await owner.call("POST", "./api-keys", { name: "Laptop", scopes })).json.key;
  device = await createDevice(dataDir, "a", "b", "long", "twice");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Runs a command from elsewhere, with an API key. */
function weirAt(url: string, ...args: string[]) {
  return weir([...args, "--url", url], { WEIR_API_KEY: key });
}

function write(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

function importFile(file: string, ...flags: string[]) {
  return weir(["import", file, "--data", dataDir, ...flags]);
}

test("exports imported readings to a file, and imports it into another sensor", async () => {
  const csv = write("a.csv", 'Zeit,value,metadata\n2026-01-01,1.5,"{""k"":""v""}"\n2026-01-02,2,\nx,3,\n');
  const fixed = ["--device", device.uuid, "--sensor", "a", "--column", "at=Zeit"];
  const first = await importFile(csv, "--mode", "store", ...fixed);
  expect(first.stdout).toBe(
    "2 readings imported, 0 duplicates, 1 line with problems.\n" +
      "  line 4: The time is not ISO 8601, such as 2026-01-31T14:05:09Z.\n",
  );
  expect([first.code, first.stderr]).toEqual([0, "4 lines read\n"]);

  const output = join(folder.path, "out.ndjson");
  const flags = ["--device", device.uuid, "--sensor", "a", "--data", dataDir, "--format", "ndjson"];
  const exported = await weir(["export", ...flags, "-o", output, "--json"]);
  const bytes = readFileSync(output).length;
  expect(JSON.parse(exported.stdout)).toEqual({ file: output, format: "ndjson", sensors: 1, bytes });
  expect(readFileSync(output, "utf8")).toBe((await weirProcess(["export", ...flags])).stdout);
  expect(existsSync(`${output}.unfinished`)).toBe(false);
  const named = await weir(["export", ...flags, "--from", "2026-01-02", "-o", folder.path, "--json"]);
  const name = `Boiler a since 2026-01-02.ndjson`;
  expect(JSON.parse(named.stdout)).toMatchObject({ file: join(folder.path, name) });
  expect(named.stderr).toMatch(/^\d+ bytes written to /);
  expect(named.stderr).toEndWith(`${join(folder.path, name)}\n`);
  expect(readFileSync(join(folder.path, name), "utf8").trim().split("\n")).toHaveLength(1);

  const toB = ["--format", "ndjson", "--device", device.uuid, "--sensor", "b", "--json"];
  const second = await weirProcess(["import", output, "--data", dataDir, "--mode", "store", ...toB]);
  expect(JSON.parse(second.stdout)).toMatchObject({ lines: 2, accepted: 2, problem_count: 0, problems: [] });
  const [a, b] = [
    await listReadings(dataDir, device.uuid, "a"),
    await listReadings(dataDir, device.uuid, "b"),
  ];
  const told = ({ at, value, metadata }: (typeof a)[number]) => ({ at, value, metadata });
  expect(b.map(told)).toEqual(a.map(told));
  expect(a.length).toBe(2);
});

test("keeps the times of arrival and of the device in exports and imports, even remotely", async () => {
  const { uuid, token } = await createDevice(dataDir, "from", "csv", "ndjson");
  // The clock of this device is an hour behind, so that its own time and the corrected time differ.
  const clock = new Date(Date.now() - 3_600_000);
  const data = { value: 4.5, timestamp: new Date(clock.getTime() - 60_000).toISOString() };
  const headers = { date: clock.toUTCString() };
  const sent = await postReadings(server.url, { uuid, token }, { sensor: "from", data }, { headers });
  expect(sent.status).toBe(202);
  const saved = await listReadings(dataDir, uuid, "from");
  expect(saved).toHaveLength(1);
  expect(saved[0]!.device_at).not.toBe(saved[0]!.at);
  for (const format of ["csv", "ndjson"]) {
    const file = join(folder.path, `times.${format}`);
    const from = ["--device", uuid, "--sensor", "from", "--format", format];
    expect((await weirAt(server.url, "export", ...from, "-o", file)).code).toBe(0);
    const into = ["--device", uuid, "--sensor", format, "--format", format];
    expect((await weirAt(server.url, "import", file, "--mode", "store", ...into)).code).toBe(0);
    expect(await listReadings(dataDir, uuid, format)).toEqual(saved);
  }
});

test("counts what was stored already, and ends with status 1 at a header that cannot be used", async () => {
  const flags = ["--mode", "store", "--device", device.uuid, "--sensor", "twice"];
  const csv = write("twice.csv", "at,value\n2026-03-01,1\n2026-03-02,2\n");
  expect((await importFile(csv, ...flags)).stdout).toMatch(/^2 readings imported, 0 duplicates/m);
  expect((await importFile(csv, ...flags)).stdout).toMatch(/^0 readings imported, 2 duplicates/m);
  const bad = await importFile(write("bad.csv", "time,value\n2026-03-03,1\n"), ...flags);
  expect(bad.code).toBe(1);
  expect(bad.stderr).toContain("Missing from the header row: at.");
});

test("reports a line whose time of arrival is in the future or invalid", async () => {
  const csv = write(
    "times.csv",
    "at,value,received_at,device_at\n2026-01-05,1,9999-01-01,\n2026-01-06,2,,noon\n",
  );
  const flags = ["--mode", "store", "--device", device.uuid, "--sensor", "a"];
  const { stdout } = await importFile(csv, ...flags);
  expect(stdout).toContain("line 2: The time of arrival is in the future.");
  expect(stdout).toContain("line 3: The device's time (device_at) is not ISO 8601.");
});

test("continues an interrupted import where it stopped, and leaves no file after an interrupted export", async () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, nth) => `2026-01-01T00:00:00.${String(nth).padStart(6, "0")}Z,1`,
  );
  const csv = write("long.csv", `at,value\n${lines.join("\n")}\n`);
  const to = ["--device", device.uuid, "--sensor", "long"];
  const importing = ["import", csv, "--mode", "store", ...to, "--json"];
  {
    using proxy = await BreakingProxy.open(server.port, { up: 1_100_000 });
    const { code, stderr } = await weirAt(proxy.url, ...importing);
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, "import_interrupted"]);
    expect(stderr).toContain("Run the same command again");
  }
  const { stdout, stderr } = await weirAt(server.url, ...importing);
  expect(stderr).toContain("Continuing at 87 %");
  const all = { lines: 40_001, accepted: 40_000, duplicates: 0, problem_count: 0 };
  expect(JSON.parse(stdout)).toMatchObject({ state: "finished", ...all });

  const output = join(folder.path, "broken.csv");
  using proxy = await BreakingProxy.open(server.port, { down: 1_000_000 });
  for (const flags of [["-o", output], []]) {
    const broken = await weirAt(proxy.url, "export", ...to, ...flags);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain("The connection to the server broke early");
  }
  expect([existsSync(output), existsSync(`${output}.unfinished`)]).toEqual([false, false]);
  const whole = await weirAt(server.url, "readings", ...to, "--json");
  expect(whole.stdout.split("\n")).toHaveLength(40_001);
  const few = await weirAt(server.url, "readings", ...to, "--limit", "2");
  expect(few.stdout.split("\n")).toHaveLength(4);
  expect((await weirAt(proxy.url, "readings", ...to, "--json")).code).toBe(1);
});

test("leaves no file behind when an export fails", async () => {
  const output = join(folder.path, "missing", "out.csv");
  const { code, stderr } = await weir(["export", "--device", device.uuid, "--data", dataDir, "-o", output]);
  expect(code).toBe(1);
  expect(stderr).toContain("does not exist. Create it first");
  const unknown = join(folder.path, "unknown.csv");
  const flags = ["--device", device.uuid, "--sensor", "nope", "--data", dataDir, "-o", unknown];
  expect((await weir(["export", ...flags])).stderr).toContain('no sensor "nope"');
  expect(existsSync(unknown)).toBe(false);
});

test("exports readings without a server, and imports none", async () => {
  await running.stop();
  const csv = write("none.csv", "at,value\n2026-01-01,1\n");
  const { code, stderr } = await importFile(csv, "--mode", "store", "--device", device.uuid, "--sensor", "a");
  expect(code).toBe(1);
  expect(stderr).toContain("No server is running");
  const exported = await weir(["export", "--device", device.uuid, "--sensor", "a", "--data", dataDir]);
  expect(exported.stdout.split("\r\n")).toHaveLength(4);
});
