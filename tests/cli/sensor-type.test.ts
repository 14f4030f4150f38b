import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir, weirJson } from "./weir-command.ts";

// The first command creates the control data, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const data = ["--data", join(folder.path, "data")];
const sensorType = (...args: string[]) => weir(["sensor-type", ...args, ...data]);

test("creates, lists, shows, changes and deletes sensor types", async () => {
  const options = ["--unit", "cm", "--decimals", "1", "--min", "-5", "--max", "400"];
  const states = ["--states", "-1=Dry, 0=Low"];
  const created = await sensorType("create", "water level", ...options, ...states);
  expect(created.stdout).toMatch(/^Created sensor type water level \([0-9a-f-]{36}\)\.\n$/);
  const { stdout } = await sensorType("list");
  expect(stdout).toMatch(/^SENSOR TYPE +UNIT +DECIMALS +MIN +MAX +STATES +ICON +UUID$/m);
  expect(stdout).toMatch(/^water level +cm +1 +-5 +400 +-1=Dry,0=Low +- +[0-9a-f-]{36}$/m);
  const shown = (await sensorType("show", "water level")).stdout;
  expect(shown).toMatch(/^Sensor type +[0-9a-f-]{36}\nName +water level\nUnit +cm\nDecimals +1\nMin +-5\n/);
  expect(shown).toMatch(/\nStates +-1=Dry,0=Low\nIcon +-\nCreated +\d{4}-.* UTC\n$/);
  const updated = await sensorType("update", "water level", "--name", "level of water", "--max", "500");
  expect(updated.stdout).toStartWith("Updated sensor type level of water (");
  expect(await weirJson<object>(["sensor-type", "show", "level of water", "--json", ...data])).toMatchObject({
    name: "level of water",
    unit: "cm",
    decimals: 1,
    min: -5,
    max: 500,
    states: [
      { value: -1, name: "Dry" },
      { value: 0, name: "Low" },
    ],
    icon: null,
  });
  expect((await sensorType("delete", "level of water")).stdout).toBe("Deleted sensor type level of water.\n");
  const gone = await sensorType("show", "level of water");
  expect([gone.code, gone.stderr]).toEqual([1, 'error: The account has no sensor type "level of water".\n']);
});

test("removes what a sensor type has by an empty text", async () => {
  await sensorType("create", "flow rate", "--unit", "l/min", "--decimals", "2", "--states", "0=None");
  await sensorType("update", "flow rate", "--unit", "", "--decimals", "", "--states", "");
  expect(await weirJson<object>(["sensor-type", "show", "flow rate", "--json", ...data])).toMatchObject({
    unit: null,
    decimals: null,
    states: null,
  });
});

test("prints what changed and what was deleted as JSON", async () => {
  const created = await weirJson<{ uuid: string }>(["sensor-type", "create", "turbidity", "--json", ...data]);
  expect(created).toMatchObject({ name: "turbidity", unit: null });
  const deleted = await weirJson<object>(["sensor-type", "delete", "turbidity", "--json", ...data]);
  expect(deleted).toEqual({ type: created.uuid, deleted: true });
});

test("refuses a name that exists, a number that is none, and a change of nothing", async () => {
  const twice = await sensorType("create", "temperature");
  expect([twice.code, twice.stderr]).toEqual([
    1,
    "error: The account already has a sensor type with this name.\n",
  ]);
  const wrong = await sensorType("create", "salinity", "--decimals", "two");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("It must be a number.")]);
  const unnamed = await sensorType("create", "gate", "--states", "0=Closed,1");
  expect([unnamed.code, unnamed.stderr]).toEqual([
    2,
    expect.stringContaining("Write it like 0=Closed,1=Open."),
  ]);
  const nothing = await sensorType("update", "temperature");
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    "error: Say what to change, for example with --name.\n",
  ]);
});
