import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import type { CreatedDevice } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(120_000);

/** Numbers that a double cannot hold, numbers with several notations, and keys that objects would reorder. */
const members = String.raw`"b":12345678901234567890,"a":[9007199254740993,-0,1e400,{"c":1.50}],"10":"\u00fc","9":1E2`;

let weir: ServedChains;

beforeAll(async () => {
  weir = await ServedChains.start();
});
afterAll(() => weir[Symbol.asyncDispose]());

async function send({ uuid, token }: CreatedDevice, body: string): Promise<void> {
  const answer = await fetch(`${weir.url}/api/v1/devices/${uuid}/sensors/a/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  });
  expect(answer.status).toBe(202);
}

async function settled(accepted: number): Promise<void> {
  await waitUntil("the readings are settled", async () => {
    const status = await weir.json<{ accepted: number; gap: number }>("status");
    return status.accepted >= accepted && status.gap === 0;
  });
}

/** The output of a command with --json as text, so that it can be compared exactly. */
async function jsonText(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await weir.run(...args, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

test("returns metadata unchanged from a trace, a dead letter, a listing, every export and an import", async () => {
  const device = await weir.addDevice(
    "Exact",
    [
      node("input", "input"),
      node("set", "set-metadata", { rows: [{ key: "seen", value: "yes" }] }),
      node("limit", "compare", { operator: ">", value: 10 }),
      node("store", "save", { sensor: "missing" }),
      node("save", "save"),
    ],
    [
      wire("input", "out", "set"),
      wire("set", "out", "limit"),
      wire("limit", "true", "store"),
      wire("limit", "false", "save"),
    ],
  );
  const exact = `{${members}}`;
  const changed = `{${members},"seen":"yes"}`;
  await weir.run("chain", "trace", "Exact");
  await send(device, `{"data":{"value":1,"timestamp":"2026-01-01T00:00:00Z",${members}}}`);
  await send(device, `{"data":{"value":20,"timestamp":"2026-01-01T00:00:01Z",${members}}}`);
  await settled(2);

  const traced = await jsonText("chain", "trace", "Exact", "--show");
  expect(traced).toContain(`"metadata":${exact}`);
  expect(traced).toContain(`"metadata":${changed}`);

  const letters = await jsonText("dead-letter", "list", "--chain", "Exact");
  expect(letters).toContain(`"node_input":{"value":20,"metadata":${changed}}`);
  expect(letters).toContain(`"value":20,"metadata":${exact}`);

  const of = (sensor: string) => ["--device", device.uuid, "--sensor", sensor];
  expect(await jsonText("readings", ...of("a"))).toContain(`"metadata":${changed}`);

  using folder = tempFolder();
  const other = await weir.createDevice("csv", "ndjson");
  for (const format of ["csv", "ndjson"]) {
    const file = join(folder.path, `exact.${format}`);
    expect((await weir.run("export", ...of("a"), "--format", format, "-o", file)).code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(format === "csv" ? changed.replaceAll('"', '""') : changed);
    const to = ["--device", other.uuid, "--sensor", format, "--format", format, "--mode", "store"];
    // The columns of the file name the first device.
    const unnamed = format === "csv" ? withoutColumns(text) : withoutKeys(text);
    writeFileSync(file, unnamed);
    expect((await weir.run("import", file, ...to)).stdout).toStartWith("1 reading");
    const listed = await jsonText("readings", "--device", other.uuid, "--sensor", format);
    expect(listed).toContain(`"metadata":${changed}`);
  }
});

const withoutColumns = (csv: string): string => csv.replace("device,sensor", "from,slug");
const withoutKeys = (ndjson: string): string =>
  ndjson.replace('"device":', '"from":').replace('"sensor":', '"slug":');
