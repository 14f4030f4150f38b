import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import { type CreatedDevice, post } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

let weir: ServedChains;

beforeAll(async () => {
  weir = await ServedChains.start();
});
afterAll(() => weir[Symbol.asyncDispose]());

const noSave = { nodes: [node("input", "input")], wires: [] };
/** With an expression, because a running processor loads the expression language with the first chain that needs it. */
const timesTen = {
  nodes: [node("input", "input"), node("ten", "calculate", { value: "value * 10.0" }), node("save", "save")],
  wires: [wire("input", "out", "ten"), wire("ten", "out", "save")],
};

const chain = (...args: string[]) => weir.json("chain", ...args);

/** Sends a reading and waits until it has passed its chain, because the next command may assign another chain. */
async function send(device: CreatedDevice, value: number, sensor = "a"): Promise<number> {
  const { uuid, token } = device;
  const { status } = await post({ url: weir.url, device: uuid, token, sensor, data: { value } });
  await weir.untilSettled();
  return status;
}

async function stored(device: CreatedDevice, sensor = "a"): Promise<number[]> {
  return (await weir.readings(device, sensor)).map(({ value }) => value);
}

test("applies publishing and rolling back before the command returns", async () => {
  const device = await weir.createDevice("a");
  expect(await send(device, 1)).toBe(202);
  expect(await stored(device)).toEqual([1]);

  await chain("import", weir.chainFile("x", noSave), "--into", "Default");
  expect(await send(device, 2)).toBe(202);
  expect(await stored(device)).toEqual([1, 2]);

  await chain("publish", "Default");
  expect(await send(device, 3)).toBe(202);
  expect(await stored(device)).toEqual([1, 2]);

  await chain("rollback", "Default", "--to", "1");
  expect(await send(device, 4)).toBe(202);
  expect(await stored(device)).toEqual([1, 2, 4]);
});

test("applies an assigned chain to the sensor's next reading, and an unassigned one no longer", async () => {
  const device = await weir.createDevice("a", "b");
  const { uuid } = device;
  await chain("import", weir.chainFile("Times ten", timesTen), "--publish");
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

test("applies a group's chain and the account's default at once", async () => {
  const device = await weir.createDevice("a");
  await weir.json("group", "create", "Roof");
  await weir.json("device", "update", device.uuid, "--group", "Roof");
  await chain("import", weir.chainFile("For the roof", timesTen), "--publish");
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

test("uses the attributes and tags of the device as they are when a reading arrives", async () => {
  const device = await weir.createDevice("a");
  const factor = 'has(device.attributes.factor) && !("raw" in device.tags) ? device.attributes.factor : 1.0';
  const byFactor = {
    nodes: [
      node("input", "input"),
      node("scaled", "calculate", { value: `value * (${factor})` }),
      node("save", "save"),
    ],
    wires: [wire("input", "out", "scaled"), wire("scaled", "out", "save")],
  };
  await chain("import", weir.chainFile("By factor", byFactor), "--publish");
  await chain("assign", "By factor", "--device", device.uuid);
  await send(device, 1);
  await weir.json("device", "update", device.uuid, "--attribute", "factor=2.5");
  await send(device, 2);
  await weir.json("device", "update", device.uuid, "--tag", "raw");
  await send(device, 3);
  expect(await stored(device)).toEqual([1, 5, 3]);
});

unlessCluster("it looks into the file of the store")(
  "keeps the fates of single readings that a chain ends together, and not one by one",
  async () => {
    const device = await weir.addDevice("Nothing", noSave.nodes, noSave.wires);
    const receipts = () => {
      using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
      return store.query<{ count: number }, []>("SELECT count(*) AS count FROM receipts").get()!.count;
    };
    await weir.untilSettled();
    const before = receipts();
    const requests = 300;
    await Promise.all(Array.from({ length: requests }, (_, value) => send(device, value)));
    // There are as many rows as batches at most, and fewer batches than requests that arrive together.
    expect(receipts() - before).toBeLessThan(requests / 3);
  },
);
