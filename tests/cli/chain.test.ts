import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { type CommandResult, type CreatedDevice, createDevice, weir, weirJson } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const dataDir = join(folder.path, "data");
let device: CreatedDevice;

beforeAll(async () => {
  device = await createDevice(dataDir, "a", "b");
});
afterAll(() => folder[Symbol.dispose]());

const chain = (...args: string[]): Promise<CommandResult> => weir(["chain", ...args, "--data", dataDir]);
const chainJson = <T>(...args: string[]): Promise<T> =>
  weirJson<T>(["chain", ...args, "--json", "--data", dataDir]);

const node = (id: string, type: string, config: object = {}) => ({ id, type, config });
const wire = (from: string, output: string, to: string) => ({ from, output, to });
const saveAbove = (value: number) => ({
  nodes: [node("input", "input"), node("limit", "compare", { operator: ">", value }), node("save", "save")],
  wires: [wire("input", "out", "limit"), wire("limit", "true", "save")],
});
const noSave = { nodes: [node("input", "input")], wires: [] };

function chainFile(name: string, definition: object): string {
  const path = join(folder.path, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ format: "weir-chain", version: 1, name, definition }));
  return path;
}

async function importNew(name: string, definition: object, ...flags: string[]): Promise<void> {
  await chainJson("import", chainFile(name, definition), ...flags);
}

interface ShownChain {
  readonly uuid: string;
  readonly warnings: { message: string }[];
  readonly draft_problems: { severity: string; node: string | null; message: string }[];
  readonly kept_versions: { version: number; note: string; is_live: boolean }[];
  readonly shown: {
    readonly version: number | "draft";
    readonly definition: { nodes: { id: string; config: object }[] };
  };
}

const show = (...args: string[]): Promise<ShownChain> => chainJson("show", ...args);

describe("the life of a chain", () => {
  test("starts with a published default chain in every account", async () => {
    const [first] = await chainJson<object[]>("list");
    expect(first).toMatchObject({
      name: "Default",
      account: "Default",
      live: { version: 1 },
      draft: null,
      use: { is_default: true },
      warnings: [],
    });
    expect((await chain("list")).stdout).toMatch(/^\S+ +Default +Default +1 +- +default$/m);
  });

  test("creates, exports, changes, imports, compares, publishes and rolls back a chain", async () => {
    const created = await chainJson<{ uuid: string }>("create", "Life");
    expect(await show("Life")).toMatchObject({
      live: null,
      draft: { revision: 1 },
      shown: { version: "draft" },
    } as object);
    expect((await chain("publish", "Life", "--note", "first")).stdout).toContain("Published version 1");

    const exported = JSON.parse((await chain("export", created.uuid)).stdout) as { name: string };
    expect(exported).toMatchObject({ format: "weir-chain", version: 1, name: "Life" });
    const imported = await chain("import", chainFile("ignored", saveAbove(5)), "--into", "Life");
    expect(imported.stdout).toStartWith(`Imported chain Life (${created.uuid}) as a draft.`);

    const diff = await chain("diff", "Life");
    expect(diff.stdout.split("\n")).toContain("+ node limit (compare)");
    expect(diff.stdout.split("\n")).toContain("- wire input [out] → save");
    expect(await chainJson<object>("diff", "Life")).toMatchObject({
      nodes_added: [{ id: "limit" }],
      wires_removed: [{ from: "input", to: "save" }],
    });

    const published = await chainJson<object>("publish", "Life", "--note", "only above five");
    const warnings = [{ message: "Readings that leave Compare by false are not saved." }];
    expect(published).toMatchObject({
      chain: { name: "Life" },
      version: 2,
      note: "only above five",
      warnings,
    });
    expect((await chain("diff", "Life", "--from", "1", "--to", "2")).stdout).toBe(diff.stdout);
    expect((await chain("diff", "Life", "--from", "2")).stdout).toBe("No differences.\n");

    expect((await chain("rollback", "Life", "--to", "1")).stdout).toContain("rolled back to version 1");
    const shown = await show("Life");
    expect(shown.kept_versions.map(({ version, note }) => `${version} ${note}`)).toEqual([
      "3 rolled back to version 1",
      "2 only above five",
      "1 first",
    ]);
    expect(shown.shown.definition.nodes.map(({ id }) => id)).toEqual(["input", "save"]);
    expect((await show("Life", "--version", "2")).shown.definition.nodes.map(({ id }) => id)).toContain(
      "limit",
    );
    const text = (await chain("show", "Life")).stdout;
    for (const words of [/Name +Life/, /3 \(published\)/, /Version 3:/]) expect(text).toMatch(words);
  });

  test("reports that there is nothing to publish without a draft", async () => {
    await importNew("Published", saveAbove(1), "--publish");
    const again = await chain("publish", "Published");
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toBe(
      'error: The chain "Published" has no draft: nothing has changed since the published version 1.\n',
    );
    expect((await chain("diff", "Published")).code).toBe(1);
  });

  test("keeps a draft with problems, reports them, and refuses to publish it", async () => {
    const wrong = { nodes: [node("input", "input"), node("x", "teleport")], wires: [] };
    const imported = await chain("import", chainFile("Wrong", wrong));
    expect(imported.code).toBe(0);
    expect(imported.stdout).toContain('error: Node "x": the type "teleport" is unknown.');
    const published = await chain("publish", "Wrong", "--json");
    expect(published.code).toBe(1);
    expect(JSON.parse(published.stderr)).toMatchObject({ error: { code: "chain_invalid" } });
    expect((await show("Wrong")).draft_problems).toMatchObject([{ severity: "error", node: "x" }]);
    expect((await chain("show", "Wrong")).stdout).toContain('draft, error: Node "x"');
    expect((await chain("discard", "Wrong")).stderr).toContain("never published");
    expect((await chain("delete", "Wrong")).code).toBe(0);
  });

  test("leaves nothing behind after an import that cannot be published", async () => {
    const leading = {
      nodes: [node("input", "input"), node("on", "chain", { chain: crypto.randomUUID() })],
      wires: [wire("input", "out", "on")],
    };
    const refused = await chain("import", chainFile("Half", leading), "--publish");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Node "on", chain: there is no published chain');
    expect((await chain("show", "Half")).stderr).toContain('There is no chain "Half".');
  });

  test("warns wherever a chain that saves nothing is shown", async () => {
    const warning = "No save step is reachable";
    const published = await chain("import", chainFile("Silent", noSave), "--publish");
    expect(published.stdout).toContain(`warning: ${warning}`);
    expect((await chain("list")).stdout).toContain(`warning: Silent: ${warning}`);
    expect((await chain("show", "Silent")).stdout).toContain(`warning: ${warning}`);
    expect((await show("Silent")).warnings[0]!.message).toStartWith(warning);
  });

  test("renames a chain, discards its draft, and deletes it when nothing uses it", async () => {
    await importNew("Old name", saveAbove(1), "--publish");
    expect((await chain("rename", "Old name", "New name")).code).toBe(0);
    await importNew("x", saveAbove(2), "--into", "New name");
    expect((await chain("discard", "New name")).stdout).toContain("Version 1 stays published");
    expect(await show("New name")).toMatchObject({ draft: null, live: { version: 1 } } as object);
    expect(await chainJson<object>("delete", "New name")).toMatchObject({ deleted: true });
    expect((await chain("show", "New name")).code).toBe(1);
    expect((await chain("delete", "Default")).stderr).toContain("is in use: default.");
  });
});

describe("assignment", () => {
  const applies = async (sensor: string) => {
    const shown = await chainJson<{ name: string; applies_through: string }>(
      "show",
      "--sensor",
      `${device.uuid}/${sensor}`,
    );
    return `${shown.name} through ${shown.applies_through}`;
  };

  test("applies the nearest chain: the sensor's, the device's, the group's, the account's", async () => {
    const { uuid } = device;
    await weirJson(["group", "create", "Cellar", "--json", "--data", dataDir]);
    expect((await weir(["device", "update", uuid, "--group", "Cellar", "--data", dataDir])).code).toBe(0);
    for (const name of ["Of sensor", "Of device", "Of group"])
      await importNew(name, saveAbove(1), "--publish");
    expect(await applies("a")).toBe("Default through default");
    expect((await chain("assign", "Of group", "--group", "Cellar")).code).toBe(0);
    expect(await applies("a")).toBe("Of group through group");
    expect((await chain("assign", "Of device", "--device", uuid)).code).toBe(0);
    expect((await chain("assign", "Of sensor", "--sensor", `${uuid}/a`)).code).toBe(0);
    expect([await applies("a"), await applies("b")]).toEqual([
      "Of sensor through sensor",
      "Of device through device",
    ]);
    expect((await chain("show", "--sensor", `${uuid}/a`)).stdout).toContain("it is assigned to the sensor");
    expect((await chain("delete", "Of sensor")).stderr).toContain("1 sensor");
    expect((await chain("unassign", "--sensor", `${uuid}/a`)).stdout).toContain(
      "Chain Of device now applies to",
    );
    expect((await chain("unassign", "--device", uuid)).stdout).toContain("Chain Of group now applies to");
    expect(await chainJson<object>("unassign", "--group", "Cellar")).toMatchObject({ name: "Default" });
    expect(await applies("a")).toBe("Default through default");
    expect((await chain("assign", "Of device", "--default")).code).toBe(0);
    expect(await applies("a")).toBe("Of device through default");
    expect((await chain("assign", "Default", "--default")).code).toBe(0);
  });

  test("refuses to assign unpublished and unknown chains", async () => {
    await chainJson("create", "Unpublished");
    const refused = await chain("assign", "Unpublished", "--device", device.uuid);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("Publish it first");
    expect((await chain("assign", "Default", "--device", "x")).stderr).toContain('no device "x"');
  });
});

test("keeps the chains of accounts apart", async () => {
  await weirJson(["account", "create", "North", "--json", "--data", dataDir]);
  await importNew("Northern", saveAbove(1), "--publish", "--account", "North");
  const ambiguous = await chain("show", "Default");
  expect(ambiguous).toMatchObject({ code: 1, stdout: "" });
  expect(ambiguous.stderr).toContain("Several accounts have a chain");
  expect(await show("Default", "--account", "North")).toMatchObject({ account: "North" } as object);
  const names = (await chainJson<{ name: string }[]>("list", "--account", "North")).map(({ name }) => name);
  expect(names).toEqual(["Default", "Northern"]);
  expect((await chain("show", "Northern", "--account", "Default")).stderr).toContain("There is no chain");
  const foreign = await chain("assign", "Northern", "--device", device.uuid);
  expect(foreign.stderr).toContain("There is no device");
});

describe("files", () => {
  test.each([
    ["no JSON", "{", "is not JSON"],
    ["another format", '{"format":"node-red"}', 'format: must be "weir-chain"'],
    [
      "a shape of its own",
      '{"format":"weir-chain","version":1,"name":"x","definition":{"nodes":[{"id":"a b","type":"save"}]}}',
      "nodes.0.id: must be 1 to 64",
    ],
  ])("with %s are refused with the reason", async (_name, text, reason) => {
    const path = join(folder.path, "bad.json");
    writeFileSync(path, text);
    const refused = await chain("import", path);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(reason);
  });

  test("that do not exist get an error", async () => {
    expect((await chain("import", "nowhere.json")).stderr).toBe(
      "error: The file nowhere.json does not exist.\n",
    );
  });
});

test("lists types, outputs and fields of nodes without a data folder", async () => {
  const { stdout } = await weir(["chain", "nodes"]);
  expect(stdout).toMatch(/^compare +filter +Compare +true, false, failure$/m);
  const compare = (await weir(["chain", "nodes", "compare"])).stdout;
  expect(compare).toMatch(/^operator +> \| < \| >= \| <= \| == \| != +">"/m);
  expect(compare).toMatch(/^value +number +required/m);
  const all = await weirJson<{ type: string }[]>(["chain", "nodes", "--json"]);
  expect(all.map(({ type }) => type)).toContain("save");
  const unknown = await weir(["chain", "nodes", "teleport"]);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("Available types: input, compare");
});

test.each([
  [["assign", "Default"], "Give exactly one of"],
  [["assign", "Default", "--default", "--group", "x"], "Give exactly one of"],
  [["unassign"], "Give exactly one of"],
  [["unassign", "--default"], "--default"],
  [["assign", "Default", "--sensor", "x"], "a slash"],
  [["show"], "Give either a chain, or a sensor"],
  [["show", "Default", "--version", "0"], "version number"],
  [["show", "Default", "--version", "1", "--draft"], "--draft"],
  [["rollback", "Default"], "--to"],
  [["diff", "Default", "--to", "live"], "version number"],
  [["import"], "missing required argument"],
])("rejects %j as incorrect usage", async (args, words) => {
  const { code, stdout, stderr } = await chain(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
});
