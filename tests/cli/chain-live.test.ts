import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import {
  type CreatedDevice,
  createDevice,
  listReadings,
  post,
  type ServingWeir,
  serve,
  weirJson,
} from "./weir-command.ts";

// Each test starts processes, which takes its time on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const dataDir = join(folder.path, "data");
let server: ServingWeir;

beforeAll(async () => {
  server = await serve(dataDir, "--no-demo");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const node = (id: string, type: string, config: object = {}) => ({ id, type, config });
const wire = (from: string, output: string, to: string) => ({ from, output, to });
const noSave = { nodes: [node("input", "input")], wires: [] };
/** With an expression: a processor that runs loads what reads one for the first chain that has any. */
const timesTen = {
  nodes: [node("input", "input"), node("ten", "calculate", { value: "value * 10.0" }), node("save", "save")],
  wires: [wire("input", "out", "ten"), wire("ten", "out", "save")],
};

function chainFile(name: string, definition: object): string {
  const path = join(folder.path, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ format: "weir-chain", version: 1, name, definition }));
  return path;
}

const chain = (...args: string[]) => weirJson(["chain", ...args, "--json", "--data", dataDir]);

async function send(device: CreatedDevice, value: number, sensor = "a"): Promise<number> {
  const { uuid, token } = device;
  return (await post({ url: server.url, device: uuid, token, sensor, data: { value } })).status;
}

async function stored(device: CreatedDevice, sensor = "a"): Promise<number[]> {
  return (await listReadings(dataDir, device.uuid, sensor)).map(({ value }) => value);
}

test("publishing and rolling back apply before the command returns", async () => {
  const device = await createDevice(dataDir, "a");
  expect(await send(device, 1)).toBe(202);
  expect(await stored(device)).toEqual([1]);

  await chain("import", chainFile("x", noSave), "--into", "Default");
  expect(await send(device, 2)).toBe(202);
  expect(await stored(device)).toEqual([1, 2]);

  await chain("publish", "Default");
  expect(await send(device, 3)).toBe(202);
  expect(await stored(device)).toEqual([1, 2]);

  await chain("rollback", "Default", "--to", "1");
  expect(await send(device, 4)).toBe(202);
  expect(await stored(device)).toEqual([1, 2, 4]);
});

test("an assigned chain applies to the sensor's next reading, and an unassigned one no longer does", async () => {
  const device = await createDevice(dataDir, "a", "b");
  const { uuid } = device;
  await chain("import", chainFile("Times ten", timesTen), "--publish");
  await chain("assign", "Times ten", "--sensor", `${uuid}/a`);
  await send(device, 1, "a");
  await send(device, 1, "b");
  await chain("assign", "Times ten", "--device", uuid);
  await send(device, 2, "a");
  await send(device, 2, "b");
  await chain("unassign", "--sensor", `${uuid}/a`);
  await chain("unassign", "--device", uuid);
  await send(device, 3, "a");
  await send(device, 3, "b");
  expect(await stored(device, "a")).toEqual([10, 20, 3]);
  expect(await stored(device, "b")).toEqual([1, 20, 3]);
});

test("a group's chain and the account's default apply at once to all they are for", async () => {
  const device = await createDevice(dataDir, "a");
  await weirJson(["group", "create", "Roof", "--json", "--data", dataDir]);
  await weirJson(["device", "update", device.uuid, "--group", "Roof", "--json", "--data", dataDir]);
  await chain("import", chainFile("For the roof", timesTen), "--publish");
  await chain("assign", "For the roof", "--group", "Roof");
  await send(device, 1);
  await chain("unassign", "--group", "Roof");
  await send(device, 2);
  await chain("assign", "For the roof", "--default");
  await send(device, 3);
  await chain("assign", "Default", "--default");
  await send(device, 4);
  expect(await stored(device)).toEqual([10, 2, 30, 4]);
});
