import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listenControl } from "../../packages/server/src/installation/embedded/control-socket.ts";
import type { ImportRequest } from "../../packages/server/src/installation/embedded/server-sink.ts";
import { createImportSink } from "../../packages/server/src/manage/transfer/imports/intake-sink.ts";
import {
  addImportTables,
  TestIntake,
} from "../../packages/server/src/manage/transfer/imports/test-import.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { type CreatedDevice, createDevice, listReadings, serve, weir } from "./weir-command.ts";

// Each test starts processes, which takes its time on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const dataDir = join(folder.path, "data");
let device: CreatedDevice;

beforeAll(async () => {
  device = await createDevice(dataDir, "a", "b");
  addImportTables(dataDir);
});
afterAll(() => folder[Symbol.dispose]());

function write(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

/** What a server answers its commands with, as far as imports go; fails from the so manieth request on. */
async function serveImports(takesMax = Number.POSITIVE_INFINITY) {
  const intake = await TestIntake.open(dataDir);
  const sink = createImportSink(intake);
  let takes = 0;
  const socket = listenControl(dataDir, {
    changed: async () => undefined,
    flush: async () => undefined,
    counts: () => {
      throw new Error("Nobody asks.");
    },
    ask: async (request) => {
      const { mode, readings } = request as ImportRequest;
      if (++takes > takesMax) throw new Error("The processor is restarting.");
      return sink.take(mode, readings);
    },
    manage: async () => new Response(null, { status: 404 }),
    limits: async () => ({ accounts: [], shared: [] }),
  });
  return {
    async [Symbol.asyncDispose]() {
      socket.close();
      await intake[Symbol.asyncDispose]();
    },
  };
}

function importFile(file: string, ...flags: string[]) {
  return weir(["import", file, "--data", dataDir, ...flags]);
}

test("what was imported is exported to a file, and that is imported into another sensor", async () => {
  await using _ = await serveImports();
  const csv = write("a.csv", 'Zeit,value,metadata\n2026-01-01,1.5,"{""k"":""v""}"\n2026-01-02,2,\nx,3,\n');
  const fixed = ["--device", device.device_uuid, "--sensor", "a", "--column", "at=Zeit"];
  const first = await importFile(csv, "--mode", "store", ...fixed);
  expect(first.stdout).toBe(
    "2 readings imported, 0 duplicates, 1 lines with problems.\n" +
      "  line 4: The time is not ISO 8601, such as 2026-01-31T14:05:09Z.\n",
  );
  expect([first.code, first.stderr]).toEqual([0, "4 lines read\n"]);

  const output = join(folder.path, "out.ndjson");
  const flags = ["--device", device.device_uuid, "--sensor", "a", "--data", dataDir, "--format", "ndjson"];
  const exported = await weir(["export", ...flags, "-o", output, "--json"]);
  const bytes = readFileSync(output).length;
  expect(JSON.parse(exported.stdout)).toEqual({ file: output, format: "ndjson", sensors: 1, bytes });
  expect(readFileSync(output, "utf8")).toBe((await weir(["export", ...flags])).stdout);
  expect(existsSync(`${output}.unfinished`)).toBe(false);
  const named = await weir(["export", ...flags, "--from", "2026-01-02", "-o", folder.path, "--json"]);
  const name = `Boiler a since 2026-01-02.ndjson`;
  expect(JSON.parse(named.stdout)).toMatchObject({ file: join(folder.path, name) });
  expect(readFileSync(join(folder.path, name), "utf8").trim().split("\n")).toHaveLength(1);

  const toB = ["--format", "ndjson", "--device", device.device_uuid, "--sensor", "b", "--json"];
  const second = await importFile(output, "--mode", "store", ...toB);
  expect(JSON.parse(second.stdout)).toMatchObject({ lines: 2, accepted: 2, problem_count: 0, problems: [] });
  const [a, b] = [
    await listReadings(dataDir, device.device_uuid, "a"),
    await listReadings(dataDir, device.device_uuid, "b"),
  ];
  const told = ({ at, value, metadata }: (typeof a)[number]) => ({ at, value, metadata });
  expect(b.map(told)).toEqual(a.map(told));
  expect(a.length).toBe(2);
});

test.each(["csv", "ndjson"])(
  "export and import as %s keep the times of arrival and of the device",
  async (format) => {
    using place = tempFolder();
    const data = join(place.path, "data");
    await using server = await serve(data);
    const { device_uuid: uuid, token } = await createDevice(data, "from", "into");
    // A device whose clock is an hour behind, so that its own time and the corrected one differ.
    const clock = new Date(Date.now() - 3_600_000);
    const sent = await fetch(`${server.url}/api/v1/devices/${uuid}/sensors/from/readings`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
        date: clock.toUTCString(),
      },
      body: JSON.stringify({
        data: { value: 4.5, timestamp: new Date(clock.getTime() - 60_000).toISOString() },
      }),
    });
    expect(sent.status).toBe(202);
    const saved = await listReadings(data, uuid, "from");
    expect(saved).toHaveLength(1);
    expect(saved[0]!.device_at).not.toBe(saved[0]!.at);
    const file = join(place.path, "out");
    const from = ["--device", uuid, "--sensor", "from", "--data", data];
    expect((await weir(["export", ...from, "--format", format, "-o", file])).code).toBe(0);
    const into = ["--device", uuid, "--sensor", "into", "--data", data];
    expect((await weir(["import", file, "--mode", "store", "--format", format, ...into])).code).toBe(0);
    expect(await listReadings(data, uuid, "into")).toEqual(saved);
  },
);

test("a time of arrival that lies ahead, or is none, is a problem of its line", async () => {
  await using _ = await serveImports();
  const csv = write(
    "times.csv",
    "at,value,received_at,device_at\n2026-01-05,1,9999-01-01,\n2026-01-06,2,,noon\n",
  );
  const flags = ["--mode", "store", "--device", device.device_uuid, "--sensor", "a"];
  const { stdout } = await importFile(csv, ...flags);
  expect(stdout).toContain("line 2: The time of arrival is in the future.");
  expect(stdout).toContain("line 3: The device's time (device_at) is not ISO 8601.");
});

test("an import that was interrupted goes on where it stopped", async () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, nth) => `2026-01-01T00:00:00.${String(nth).padStart(6, "0")}Z,1`,
  );
  const csv = write("long.csv", `at,value\n${lines.join("\n")}\n`);
  const flags = ["--mode", "chain", "--device", device.device_uuid, "--sensor", "a", "--json"];
  {
    await using _ = await serveImports(2);
    const { code, stderr } = await importFile(csv, ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain("run the same command again");
  }
  await using _ = await serveImports();
  const { stdout, stderr } = await importFile(csv, ...flags);
  expect(stderr).toContain("Going on at ");
  expect(JSON.parse(stdout)).toMatchObject({
    lines: 30_001,
    accepted: 30_000,
    duplicates: 0,
    problem_count: 0,
  });
});

test("without a server nothing is imported, and the command says so", async () => {
  const csv = write("none.csv", "at,value\n2026-01-01,1\n");
  const { code, stderr } = await importFile(
    csv,
    ...["--mode", "store", "--device", device.device_uuid, "--sensor", "a"],
  );
  expect(code).toBe(1);
  expect(stderr).toContain("No server is running");
});

test("an export that fails leaves no file behind", async () => {
  const output = join(folder.path, "missing", "out.csv");
  const { code, stderr } = await weir([
    "export",
    "--device",
    device.device_uuid,
    "--data",
    dataDir,
    "-o",
    output,
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain("ENOENT");
  const unknown = join(folder.path, "unknown.csv");
  const flags = ["--device", device.device_uuid, "--sensor", "nope", "--data", dataDir, "-o", unknown];
  expect((await weir(["export", ...flags])).stderr).toContain('no sensor "nope"');
  expect(existsSync(unknown)).toBe(false);
});
