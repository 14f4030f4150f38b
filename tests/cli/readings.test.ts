import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { type CreatedDevice, createDevice, plainEnvironment, post, serve, weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
let device: CreatedDevice;
const rowsOfMany = 200_000;

beforeAll(async () => {
  device = await createDevice(folder.path, "a", "empty", "many");
  await using server = await serve(folder.path);
  const { uuid, token } = device;
  const data = ["2024-03-03", "2024-01-01T00:00:00.000001Z", "2024-02-02T12:00+02:00"].map(
    (timestamp, index) => ({
      value: index,
      timestamp,
    }),
  );
  await post({ url: server.url, device: uuid, token, sensor: "a", data });
});

afterAll(() => folder[Symbol.dispose]());

function readings(...flags: string[]) {
  return weir(["readings", "--device", device.uuid, "--data", folder.path, ...flags]);
}

async function times(...flags: string[]): Promise<string[]> {
  const { stdout } = await readings("--sensor", "a", "--json", ...flags);
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { at: string }).at]));
}

const [first, second, third] = [
  "2024-01-01T00:00:00.000001Z",
  "2024-02-02T10:00:00.000000Z",
  "2024-03-03T00:00:00.000000Z",
];

test("come oldest first, by the sensor's slug or UUID", async () => {
  expect(await times()).toEqual([first, second, third]);
  const byUuid = await readings("--sensor", device.sensors[0]!.uuid, "--json");
  expect(byUuid.stdout).toBe((await readings("--sensor", "a", "--json")).stdout);
  expect(JSON.parse(byUuid.stdout.split("\n")[0]!)).toMatchObject({
    device: device.uuid,
    sensor: "a",
  });
});

test("are filtered by --from (inclusive), --to (exclusive) and --limit", async () => {
  expect(await times("--from", second)).toEqual([second, third]);
  expect(await times("--to", second)).toEqual([first]);
  expect(await times("--from", "2024-W01-1", "--to", "9999-12-31")).toEqual([first, second, third]);
  expect(await times("--from", "20240101T000000.000001Z", "--limit", "2")).toEqual([first, second]);
});

test("keep metadata as it was sent, and the device's time in the year 9000", async () => {
  const { uuid, token } = device;
  await using server = await serve(folder.path);
  const now = new Date();
  // The device's clock is far ahead, and the request shows it. The time is corrected, and the original is kept.
  await fetch(`${server.url}/api/v1/devices/${uuid}/sensors/empty/readings`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      date: "Fri, 01 Jan 9000 00:00:01 GMT",
    },
    body: '{"data":{"value":-0.5,"__proto__":{"x":1},"a\\nb":"é\\u2028","timestamp":"9000-01-01T00:00:00.123457Z"}}',
  });
  const { stdout } = await readings("--sensor", "empty", "--json");
  const lines = stdout.split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"metadata":{"__proto__":{"x":1},');
  const { at, value, device_at, received_at, metadata } = JSON.parse(lines[0]!);
  expect(value).toBe(-0.5);
  expect(metadata["a\nb"]).toBe("é\u2028");
  expect(device_at).toBe("9000-01-01T00:00:00.123457Z");
  expect(Date.parse(received_at)).toBeGreaterThanOrEqual(now.getTime());
  expect(at <= received_at).toBeTrue();
  expect((await weir(["sensor", "remove", uuid, "empty", "--data", folder.path])).code).toBe(0);
  expect((await weir(["sensor", "add", uuid, "empty", "--data", folder.path])).code).toBe(0);
});

test("are a table for people, with a message if there are none", async () => {
  const { stdout } = await readings("--sensor", "a");
  expect(stdout.split("\n")[0]).toMatch(/^TIME +RECEIVED +VALUE +METADATA$/);
  expect(stdout).toContain(first!);
  expect((await readings("--sensor", "empty")).stdout).toBe("No data\n");
  expect((await readings("--sensor", "empty", "--json")).stdout).toBe("");
});

test("are refused for an unknown sensor or device", async () => {
  const sensor = await readings("--sensor", "nope");
  expect(sensor).toMatchObject({ code: 1, stdout: "" });
  expect(sensor.stderr).toBe('error: The device has no sensor "nope". It has: a, many, empty.\n');
  const unknown = await weir(["readings", "--device", "x", "--sensor", "a", "--json", "--data", folder.path]);
  expect(JSON.parse(unknown.stderr)).toMatchObject({ error: { code: "unknown_device" } });
});

test.each([
  ["--from", "2024-02-30"],
  ["--to", "yesterday"],
  ["--limit", "0"],
  ["--limit", "1e3"],
])("rejects %s %s as incorrect usage", async (flag, value) => {
  const { code, stderr } = await readings("--sensor", "a", flag, value);
  expect(code).toBe(2);
  expect(stderr).toContain(flag);
});

test("rejects a range that ends before it begins, and names both options", async () => {
  for (const command of ["readings", "export"]) {
    const range = ["--from", "2024-01-02", "--to", "2024-01-01", "--data", folder.path];
    const refused = await weir([command, "--device", device.uuid, "--sensor", "a", ...range]);
    expect(refused).toEqual({ code: 2, stdout: "", stderr: "error: --to must not be before --from.\n" });
  }
});

test("are streamed: many take no more memory than few, and a reader that stops early ends it quietly", async () => {
  const few = await peakBytes("a");
  writeMany();
  const many = await peakBytes("many");
  expect(many.lines).toBe(rowsOfMany);
  expect(many.bytes - few.bytes).toBeLessThan(60 * 1024 * 1024);

  const script = 'bin/weir readings --json --data "$1" --device "$2" --sensor many | head -1';
  const shell = Bun.spawn(
    ["bash", "-c", `${script}; echo "\${PIPESTATUS[0]}"`, "bash", folder.path, device.uuid],
    {
      cwd: join(import.meta.dir, "..", ".."),
      env: plainEnvironment(),
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [stdout, stderr] = await Promise.all([shell.stdout.text(), shell.stderr.text()]);
  expect(stdout.split("\n")).toEqual([expect.stringContaining('"value":0'), "0", ""]);
  expect(stderr).toBe("");
});

/** Writes straight into the store, because sending this many would take longer than reading them. */
function writeMany(): void {
  const store = new TestReadingStore(folder.path);
  const { position } = store.progress();
  // Sensor ids count from 1 in the order of creation.
  const sensorId = 3;
  store.begin();
  for (let n = 0; n < rowsOfMany; n++) store.save(sensorId, n * 1000, n, n * 1000, -1, 0, '{"note":"some"}');
  store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  store.close();
}

async function peakBytes(sensor: string): Promise<{ bytes: number; lines: number }> {
  const launcher = join(import.meta.dir, "..", "..", "bin", "weir");
  const args = ["readings", "--json", "--device", device.uuid, "--sensor", sensor, "--data", folder.path];
  const child = Bun.spawn([launcher, ...args], { env: plainEnvironment(), stdout: "pipe" });
  let lines = 0;
  for await (const chunk of child.stdout) for (const byte of chunk) if (byte === 0x0a) lines++;
  await child.exited;
  return { bytes: child.resourceUsage()!.maxRSS, lines };
}
