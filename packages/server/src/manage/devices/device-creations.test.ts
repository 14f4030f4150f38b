import { afterAll, expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import type { AccountLimits } from "../../control/account-limits.ts";
import { readAccountUse } from "../../control/account-use.ts";
import { listAudit } from "../../control/audit/audit-log.ts";
import type { ControlChange } from "../../control/control.ts";
import { workHere } from "../chains/work/work-here.ts";
import { templateHandlers } from "../templates/template-handlers.ts";
import { closeTestControls, openTestControl } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { deviceHandlers } from "./device-handlers.ts";

afterAll(closeTestControls);

const requestsMax = 20;
const plenty = { devices: 1000, sensors: 1000, controlBytes: 1_000_000, auditEntries: 1000 };

async function open(limits: Partial<AccountLimits> = {}) {
  const { control, dataDir } = openTestControl();
  const announced: (readonly ControlChange[])[] = [];
  // Other processes take a while, in which more requests arrive.
  const announce = async (changes: readonly ControlChange[]) => {
    announced.push(changes);
    for (let turn = 0; turn < requestsMax; turn++) await new Promise(setImmediate);
  };
  const opened = { ...control, announce, chainWork: workHere, limits: { ...plenty, ...limits } };
  const routes = { ...deviceRoutes, ...templateRoutes };
  const handlers = { ...deviceHandlers, ...templateHandlers };
  const api = await ApiUnderTest.create(routes, handlers, { on: { dataDir, control: opened } });
  const account = await api.addAccount("Plant");
  announced.length = 0;
  const createAll = (bodies: readonly Record<string, unknown>[]) =>
    Promise.all(
      bodies.map((body) =>
        api.as("editor", account).call("createDevice", { body: { sensors: [], ...body } }),
      ),
    );
  const use = () => readAccountUse(api.control.db, account.id);
  return { api, account, announced, createAll, use };
}

const named = (count: number) => Array.from({ length: count }, (_, nth) => ({ name: `Boiler ${nth}` }));

test("creates devices that are asked for at the same time in few transactions, and answers each request its own", async () => {
  const { api, account, announced, createAll } = await open();
  await using _ = api;
  const answers = await createAll(named(12).map((one, nth) => ({ ...one, sensors: [{ slug: `s${nth}` }] })));
  expect(announced.map(({ length }) => length)).toEqual([1, 11]);
  for (const [nth, { status, json }] of answers.entries())
    expect([status, json]).toMatchObject([
      201,
      { name: `Boiler ${nth}`, sensor_count: 1, sensors: [{ slug: `s${nth}` }], status: "never_seen" },
    ]);
  expect(new Set(answers.map(({ json }) => json.token)).size).toBe(12);
  for (const { json, headers } of answers) {
    const shown = await api.as("viewer", account).call("showDevice", { params: { device: json.uuid } });
    expect(shown.headers.ETag).toBe(headers.ETag!);
  }
});

test("writes an audit entry for each device, in the name of who asked for it", async () => {
  const { api, account, announced } = await open();
  await using _ = api;
  const keys = Array.from({ length: 6 }, () => api.asKey(account));
  const answers = await Promise.all(
    [...keys, api.as("editor", account)].map((caller, nth) =>
      caller.call("createDevice", { body: { name: `Boiler ${nth}`, sensors: [] } }),
    ),
  );
  const { entries } = await listAudit(api.control, account.id, { limit: 100 });
  const made = entries.filter(({ action }) => action === "device.create");
  expect(made.map(({ subjectName }) => subjectName).toSorted()).toEqual(
    answers.map(({ json }) => json.name).toSorted(),
  );
  const kindOf = (name: string) => made.find(({ subjectName }) => subjectName === name)!.actorKind;
  expect([kindOf("Boiler 0"), kindOf("Boiler 6")]).toEqual(["key", "user"]);
  expect(announced.length).toBeLessThan(7);
});

test("creates exactly as many as the account may have, however many are asked for at the same time", async () => {
  const { api, createAll, use } = await open({ devices: 5, sensors: 4 });
  await using _ = api;
  const answers = await createAll(
    named(20).map((one, nth) => ({ ...one, sensors: nth % 2 === 0 ? [{ slug: "a" }, { slug: "b" }] : [] })),
  );
  const created = answers.filter(({ status }) => status === 201);
  expect(created).toHaveLength(5);
  expect(await use()).toMatchObject({ devices: 5, sensors: 4 });
  for (const { status, json } of answers.filter((answer) => !created.includes(answer))) {
    expect(status).toBe(409);
    expect(["too_many_devices", "too_many_sensors"]).toContain(json.code);
  }
});

test("refuses a device by itself, and creates the others that were asked for at the same time", async () => {
  const { api, createAll, use } = await open();
  await using _ = api;
  const [first, unknownGroup, second, unknownChain, unknownTemplate, badSlug, third] = await createAll([
    { name: "First" },
    { name: "Boiler", group: "Nowhere" },
    { name: "Second" },
    { name: "Boiler", chain: "None" },
    { name: "Boiler", template: "None" },
    { name: "Boiler", sensors: [{ slug: "twice" }, { slug: "twice" }] },
    { name: "Third", sensors: [{ slug: "a" }] },
  ]);
  expect([first, second, third].map((answer) => answer!.status)).toEqual([201, 201, 201]);
  expect([unknownGroup, unknownChain, unknownTemplate, badSlug].map((answer) => answer!.json.code)).toEqual([
    "unknown_group",
    "unknown_chain",
    "unknown_template",
    "slug_taken",
  ]);
  expect(await use()).toMatchObject({ devices: 3, sensors: 1 });
});

test("creates those that fit into the bytes of the account, if all together do not", async () => {
  const { api, createAll, use } = await open();
  await using _ = api;
  const before = (await use()).controlBytes;
  await createAll(named(1));
  const room = ((await use()).controlBytes - before) * 4.5;
  const { api: small, createAll: createSome, use: used } = await open({ controlBytes: before + room });
  await using __ = small;
  const answers = await createSome(named(10));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect(statuses.get(201)).toHaveLength(4);
  expect(answers.filter(({ json }) => json.code === "too_much_data")).toHaveLength(6);
  expect((await used()).devices).toBe(4);
});

test.each([
  { sensors: 2, together: [1, 19] as number[] },
  { sensors: 200, together: [1, 4, 4, 4] as number[] },
])(
  "creates as many devices with $sensors sensors of a template together as fit",
  async ({ sensors, together }) => {
    const { api, account, announced, createAll } = await open({ sensors: 10_000, controlBytes: 10_000_000 });
    await using _ = api;
    const slugs = Array.from({ length: sensors }, (_, nth) => ({ slug: `s${nth}` }));
    const body = { name: "Boiler", sensors: slugs };
    expect((await api.as("editor", account).call("createTemplate", { body })).status).toBe(201);
    announced.length = 0;
    const count = together.reduce((sum, some) => sum + some, 0);
    const answers = await createAll(named(count).map((one) => ({ ...one, template: "Boiler" })));
    expect(answers.map(({ json }) => json.sensor_count)).toEqual(named(count).map(() => sensors));
    expect(announced.map(({ length }) => length)).toEqual(together);
  },
);
