import { expect, test } from "bun:test";
import { importedAtOnceMax } from "@weir/protocol/manage/device-import-limits";
import { deviceImportRoutes } from "@weir/protocol/manage/device-import-routes";
import { unwrap } from "@weir/protocol/result";
import { getDevice } from "../../core/find-device.ts";
import { removeDevice } from "../../devices/devices.ts";
import { showToken } from "../../devices/tokens/device-tokens.ts";
import { createTemplate } from "../../templates/templates.ts";
import { ApiUnderTest, type TestAccount } from "../../testing/api-under-test.ts";
import { deviceImportHandlers } from "./device-import-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceImportRoutes, deviceImportHandlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account) };
}

type Opened = Awaited<ReturnType<typeof open>>;

const octets = { headers: { "content-type": "application/octet-stream" } };
const bytes = (...lines: string[]) => new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
const fleet = (count: number) =>
  bytes("name,sensors", ...Array.from({ length: count }, (_, n) => `Pump ${n},flow:l/min;pressure`));

const countOf = async ({ api }: Opened) =>
  Number(
    (
      await api.control.db
        .selectFrom("devices")
        .select((of) => of.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

async function start({ editor }: Opened, file: Uint8Array, key?: string) {
  const { status, json } = await editor.call("createDeviceImport", {
    bytes: file,
    ...octets,
    query: key === undefined ? {} : { run: key },
  });
  expect(status).toBe(201);
  return json as { uuid: string; state: string; created_count: number; device_count: number };
}

async function step({ editor }: Opened, uuid: string, offset: number) {
  const { status, json } = await editor.call("continueDeviceImport", {
    params: { import: uuid },
    body: { offset },
  });
  return { status, json };
}

test("creates every device of a file with its sensors, group, tags, attributes and location", async () => {
  const at = await open();
  await using _ = at.api;
  const file = bytes(
    "\uFEFFName,group,sensors,tags,attr.site,attr.floor,attr.serial:text,location,place,description,notes",
    'Freezer 1,Cold,temperature:°C:temperature;door,cold; Hall-2,"Berlin, Mitte",3,007,52.52 13.405,Gate 4,Big,"Line 1',
    'Line 2"',
    "Freezer 2,,,,,,,,,,",
  );
  const { uuid } = await start(at, file);
  expect(await countOf(at)).toBe(0);
  const { json } = await step(at, uuid, 0);
  expect(json.import).toMatchObject({ device_count: 2, created_count: 2, state: "open" });
  const [first, second] = json.devices;
  expect(unwrap(await getDevice(at.api.control, first.uuid))).toMatchObject({
    name: "Freezer 1",
    group: "Cold",
    description: "Big",
    notes: "Line 1\r\nLine 2",
    tags: ["cold", "hall-2"],
    attributes: { floor: 3, serial: "007", site: "Berlin, Mitte" },
    location: { latitude: 52.52, longitude: 13.405, label: "Gate 4" },
    sensors: [
      { slug: "temperature", unit: "°C", type: "temperature" },
      { slug: "door", unit: null, type: null },
    ],
  });
  expect(unwrap(await getDevice(at.api.control, second.uuid))).toMatchObject({
    name: "Freezer 2",
    group: null,
    sensors: [],
    tags: [],
    attributes: {},
    location: null,
  });
  expect(unwrap(await showToken(at.api.control, first.uuid)).token).toBe(first.token);
  const actions = (await at.api.auditOf(at.account)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(["device-group.create", "device-import.create", "device.import"]);
  expect(JSON.stringify(await at.api.auditOf(at.account))).not.toContain(first.token);
});

test("keeps white space in the quotes of free text, and drops it everywhere else", async () => {
  const at = await open();
  await using _ = at.api;
  const file = bytes(
    "name,group,tags,latitude,longitude,place,description,notes,attr.site,attr.floor",
    '" Freezer "," Cold "," a ; b "," 52.5 ", 13.4 ," Gate 4"," Big ","\tkeep ", Berlin ," 3"',
  );
  const { uuid } = await start(at, file);
  const { json } = await step(at, uuid, 0);
  expect(unwrap(await getDevice(at.api.control, json.devices[0].uuid))).toMatchObject({
    name: "Freezer",
    group: "Cold",
    tags: ["a", "b"],
    description: " Big ",
    notes: "\tkeep ",
    location: { latitude: 52.5, longitude: 13.4, label: " Gate 4" },
    attributes: { site: "Berlin", floor: " 3" },
  });
});

test("refuses control characters in every column, as the API does in every field", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const columns = ["description", "group", "template", "sensors", "tags", "location", "notes"];
  for (const column of [...columns, "attr.site"]) {
    const file = bytes(`name,${column}`, "Freezer,a\u001b[31mb");
    const { json } = await editor.call("previewDeviceImport", { bytes: file, ...octets });
    expect([column, json.device_count, json.problems]).toEqual([
      column,
      0,
      [{ line: 2, message: "Control characters are not allowed. Column 2 has some." }],
    ]);
  }
});

test("previews a file with the problems of each line, and creates nothing", async () => {
  const at = await open();
  await using _ = at.api;
  const file = bytes(
    "name,group,sensors,tags,latitude,longitude",
    "Good,Hall,a;b,,1,2",
    ",Hall,a,,,",
    "Twice,,a;a,,,",
    "Slug,,no good,,,",
    "Tag,,a,two words,,",
    "North,,a,,95,2",
    "Half,,a,,1,",
    "Short,a",
    'Quote,"a',
    "Good,,,,,",
  );
  const { status, json } = await at.editor.call("previewDeviceImport", { bytes: file, ...octets });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    device_count: 2,
    sensor_count: 2,
    new_groups: ["Hall"],
    limit: null,
    import: null,
  });
  expect(json.problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(json.problem_count).toBe(8);
  expect(json.problems[0].message).toContain("1 to 200 characters");
  expect(json.warnings).toEqual([{ line: 11, message: 'Line 2 has the name "Good", too.' }]);
  expect(json.devices[0]).toEqual({ line: 2, name: "Good", group: "Hall", sensors: ["a", "b"], tags: [] });
  const refused = await at.editor.call("createDeviceImport", { bytes: file, ...octets });
  expect([refused.status, refused.json.code]).toEqual([422, "bad_import"]);
  expect(refused.json.detail).toContain("Line 3: ");
  expect(await countOf(at)).toBe(0);
});

test.each([
  ["", "The file is empty."],
  ["name\n", "The file has no devices."],
  ["title\nPump\n", 'needs a column "name"'],
  ["name,colour\nPump,red\n", 'Unknown column "colour"'],
  ["name,Name\nPump,P\n", 'The column "name" is there twice.'],
  ["name,attr.No Good\nPump,1\n", "names no attribute"],
  ["name,latitude\nPump,1\n", "need each other"],
])("says what is wrong with the file %j", async (text, message) => {
  const at = await open();
  await using _ = at.api;
  const { json } = await at.editor.call("previewDeviceImport", {
    bytes: new TextEncoder().encode(text),
    ...octets,
  });
  expect(json.problems[0].message).toContain(message);
});

test("continues an interrupted import and creates no device twice, whoever repeats what", async () => {
  const at = await open();
  await using _ = at.api;
  Object.assign(at.api.control.limits, { devices: 5000 });
  const total = importedAtOnceMax + 5;
  const file = fleet(total);
  const { uuid } = await start(at, file);
  const first = await step(at, uuid, 0);
  expect(first.json.devices).toHaveLength(importedAtOnceMax);
  // The answer was lost. The same file is the same import, and the same step answers the same devices.
  expect(await start(at, file)).toMatchObject({ uuid, created_count: importedAtOnceMax });
  expect((await step(at, uuid, 0)).json.devices).toEqual(first.json.devices);
  expect((await step(at, uuid, importedAtOnceMax - 1)).json.devices).toEqual(first.json.devices.slice(-1));
  expect(await countOf(at)).toBe(importedAtOnceMax);
  expect((await step(at, uuid, importedAtOnceMax + 1)).json.code).toBe("wrong_offset");
  // Two callers create the rest at the same time, and both get the same devices.
  const both = await Promise.all([step(at, uuid, importedAtOnceMax), step(at, uuid, importedAtOnceMax)]);
  expect(both[0].json.devices).toHaveLength(5);
  expect(both[1].json.devices).toEqual(both[0].json.devices);
  expect(await countOf(at)).toBe(total);
  const finish = () => at.editor.call("finishDeviceImport", { params: { import: uuid } });
  expect((await finish()).json.state).toBe("finished");
  expect((await finish()).json.state).toBe("finished");
  // Tokens are no longer answered, and the same file creates nothing.
  expect((await step(at, uuid, 0)).json.code).toBe("import_finished");
  expect(await start(at, file)).toMatchObject({ uuid, state: "finished" });
  expect(await countOf(at)).toBe(total);
  const again = await start(at, file, "once more");
  expect([again.state, again.uuid === uuid]).toEqual(["open", false]);
  const shown = (await at.api.auditOf(at.account)).filter(
    ({ action }) => action === "device-import.show-tokens",
  );
  expect(shown.length).toBeGreaterThanOrEqual(2);
  const named = new Set(shown.flatMap(({ after }) => (after as { devices: string[] }).devices));
  for (const { uuid: device } of first.json.devices) expect(named).toContain(device);
});

test("imports the lines without problems if told how many have some, and the mended others as a file of their own", async () => {
  const at = await open();
  await using _ = at.api;
  const file = bytes(
    "\uFEFFname,sensors,notes",
    '"=Pump ""1""",flow,"Two',
    'lines"',
    ",flow,",
    "",
    "Pump 2,flow",
    "Pump 3,flow,ok",
    'Pump 4,flow,"open',
    "Pump 5,flow,",
  );
  const preview = (await at.editor.call("previewDeviceImport", { bytes: file, ...octets })).json;
  expect(preview).toMatchObject({ device_count: 3, problem_count: 3 });
  const create = (skip_problems?: number) =>
    at.editor.call("createDeviceImport", {
      bytes: file,
      ...octets,
      query: skip_problems === undefined ? {} : { skip_problems: String(skip_problems) },
    });
  for (const other of [undefined, 2, 4]) expect((await create(other)).json.code).toBe("bad_import");
  const { json: begun } = await create(3);
  expect(begun).toMatchObject({ device_count: 3, created_count: 0 });
  const { devices } = (await step(at, begun.uuid, 0)).json;
  expect(devices.map(({ name }: { name: string }) => name)).toEqual(['=Pump "1"', "Pump 3", "Pump 5"]);
  expect(unwrap(await getDevice(at.api.control, devices[0].uuid))).toMatchObject({ notes: "Two\r\nlines" });
  // The same file is the same import, whatever the caller says about its problems.
  expect((await create()).json).toMatchObject({ uuid: begun.uuid, created_count: 3 });
  const [audited] = (await at.api.auditOf(at.account)).filter(
    ({ action }) => action === "device-import.create",
  );
  expect(audited).toMatchObject({ after: { devices: 3, skipped_lines: 3 } });

  const restOf = async (bytes: Uint8Array) =>
    (await at.editor.call("listProblemLines", { bytes, ...octets })).json as { csv: string };
  const { csv } = await restOf(file);
  const rest = csv.split("\r\n");
  expect(rest.map((line) => line.replace(/^("[^"]*"|[^",]*),/, "…,"))).toEqual([
    "…,name,sensors,notes",
    "…,,flow,",
    "…,Pump 2,flow",
    '…,Pump 4,flow,"open',
    "",
  ]);
  expect(rest[0]).toStartWith("problem,");
  expect(rest[1]).toContain("A device's name must have");
  // What is still wrong stays in the rest of the rest, with one column that says why.
  const again = bytes(rest[0]!, "mended,Pump 0,flow,", "still,,flow,");
  expect((await restOf(again)).csv.split("\r\n").map((line) => line.split(",").slice(-3).join())).toEqual([
    "name,sensors,notes",
    ",flow,",
    "",
  ]);
  const mended = bytes(rest[0]!, "mended,Pump 0,flow,", 'mended,Pump 2,flow,""', 'mended,Pump 4,flow,"open"');
  for (const _ of ["once", "again"]) {
    const other = await start(at, mended);
    expect((await step(at, other.uuid, 0)).json.devices).toHaveLength(3);
    expect(await countOf(at)).toBe(6);
  }
});

test("keeps the numbers of lines behind those that it skips, and all of a file in another encoding", async () => {
  const at = await open();
  await using _ = at.api;
  Object.assign(at.api.control.limits, { devices: 5000, sensors: 5000 });
  const long = "x".repeat(70_000);
  const total = importedAtOnceMax + 5;
  const good = Array.from({ length: total }, (_, n) => `Pump ${n},flow`);
  const text = bytes("name,sensors", `${long},flow`, `${long},${long}`, ...good, ",flow");
  const inWindows1252 = [0x4b, 0xfc, 0x68, 0x6c, 0x65, 0x72];
  const file = new Uint8Array([...text, ...inWindows1252, 0x0a]);
  const query = { skip_problems: "4" };
  const { json: begun } = await at.editor.call("createDeviceImport", { bytes: file, ...octets, query });
  expect(begun).toMatchObject({ device_count: total });
  Object.assign(at.api.control.limits, { devices: 2 });
  // The third device is in line 6.
  expect((await step(at, begun.uuid, 0)).json.detail).toStartWith("Line 6: ");
  Object.assign(at.api.control.limits, { devices: 5000 });
  for (let offset = 0; offset < total; offset += importedAtOnceMax)
    expect((await step(at, begun.uuid, offset)).json.devices[0].name).toBe(`Pump ${offset}`);
  const { csv } = (await at.editor.call("listProblemLines", { bytes: file, ...octets })).json;
  const lines = (csv as string).split("\r\n").slice(1, -1);
  expect(lines.map((line) => line.length > 70_000)).toEqual([true, true, false, false]);
  expect(lines[3]).toEndWith("Kühler");
});

test("creates all devices of a step or none, and names the limit of the account", async () => {
  const at = await open();
  await using _ = at.api;
  const { limits } = at.api.control;
  const { uuid } = await start(at, fleet(10));
  Object.assign(limits, { sensors: 15 });
  const refused = await step(at, uuid, 0);
  expect(refused.json).toMatchObject({ code: "too_many_sensors" });
  expect(refused.json.detail).toContain("sensors_per_account");
  expect(await countOf(at)).toBe(0);
  const { json } = await at.editor.call("previewDeviceImport", { bytes: fleet(11), ...octets });
  expect(json.limit).toContain("sensors_per_account");
  expect((await at.editor.call("createDeviceImport", { bytes: fleet(11), ...octets })).json.code).toBe(
    "too_many_sensors",
  );
  Object.assign(limits, { sensors: 100 });
  expect((await step(at, uuid, 0)).json.devices).toHaveLength(10);
});

test("leaves out deleted devices when it answers again, and can be cancelled", async () => {
  const at = await open();
  await using _ = at.api;
  const { uuid } = await start(at, fleet(3));
  const { devices } = (await step(at, uuid, 0)).json;
  unwrap(await removeDevice(at.api.control, devices[1].uuid));
  expect((await step(at, uuid, 0)).json).toMatchObject({ devices: [devices[0], devices[2]], next_offset: 3 });
  const params = { import: uuid };
  expect((await at.editor.call("cancelDeviceImport", { params })).status).toBe(204);
  expect((await at.editor.call("getDeviceImport", { params })).json.code).toBe("unknown_import");
  expect(await countOf(at)).toBe(2);
});

test("shows an account nothing of the imports of another", async () => {
  const at = await open();
  await using _ = at.api;
  const other: TestAccount = await at.api.addAccount("Other");
  const { uuid } = await start(at, fleet(1));
  const stranger = at.api.as("editor", other);
  const params = { import: uuid };
  for (const call of [
    stranger.call("getDeviceImport", { params }),
    stranger.call("continueDeviceImport", { params, body: { offset: 0 } }),
    stranger.call("finishDeviceImport", { params }),
    stranger.call("cancelDeviceImport", { params }),
  ])
    expect((await call).json.code).toBe("unknown_import");
  expect((await stranger.call("createDeviceImport", { bytes: fleet(1), ...octets })).json.uuid).not.toBe(
    uuid,
  );
});

test("creates devices from the template of their line, or else from that of the import", async () => {
  const at = await open();
  await using _ = at.api;
  const plain = { description: "", board: null, tags: [], attributes: {}, chain: null, contract: null };
  const wanted = { ...plain, handling: "lenient", expected_interval_s: null, silence_alarm: null } as const;
  const sensor = (slug: string) => ({ slug, chain: null, retention_days: "account" as const });
  for (const [name, slug] of [
    ["Freezer", "temperature"],
    ["Pump", "flow"],
  ] as const)
    unwrap(await createTemplate(at.api.control, at.account.id, { ...wanted, name, sensors: [sensor(slug)] }));
  const query = { template: "Freezer" };
  const preview = async (file: Uint8Array) =>
    (await at.editor.call("previewDeviceImport", { bytes: file, ...octets, query })).json;
  const unknown = await preview(bytes("name,template", "A,Boiler"));
  expect(unknown.problems).toEqual([{ line: 2, message: 'There is no template "Boiler".' }]);
  const file = bytes("name,template,sensors", "A,,", "B,Pump,flow;pressure");
  expect(await preview(file)).toMatchObject({
    problem_count: 0,
    sensor_count: 3,
    import: null,
    devices: [{ sensors: ["temperature"] }, { sensors: ["flow", "pressure"] }],
  });
  const begun = await at.editor.call("createDeviceImport", { bytes: file, ...octets, query });
  const { devices } = (await step(at, begun.json.uuid, 0)).json;
  const made = await Promise.all(
    devices.map(async ({ uuid }: { uuid: string }) => unwrap(await getDevice(at.api.control, uuid))),
  );
  expect(
    made.map(({ template, handling, followsTemplate, sensors }) => [
      template?.name,
      handling,
      followsTemplate,
      sensors.map(({ slug }: { slug: string }) => slug),
    ]),
  ).toEqual([
    ["Freezer", "lenient", true, ["temperature"]],
    ["Pump", "lenient", true, ["flow", "pressure"]],
  ]);
  expect((await preview(file)).import).toMatchObject({ uuid: begun.json.uuid });
});
