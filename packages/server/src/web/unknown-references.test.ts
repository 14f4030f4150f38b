/**
 * Checks that what a field or query parameter refers to and what does not exist is refused in one way by every route: with 422,
 * a code that says what is unknown, and the field. Generated from the routes: a new reference needs a case here, or a reason why
 * it may refer to nothing.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { z } from "zod";
import { saving } from "../manage/chains/test-chains.ts";
import { closeTestControls } from "../manage/test-control.ts";
import type { TestCall } from "../manage/testing/api-under-test.ts";
import { type AuditScene, openAuditScene } from "../manage/testing/test-audit-scene.ts";
import { routeExamples } from "../manage/testing/test-route-examples.ts";

setDefaultTimeout(60_000);

type RouteName = keyof typeof manageRoutes;

/** What requests call things that they refer to. */
const referring = [
  "account",
  "assignee",
  "board",
  "chain",
  "channels",
  "device",
  "devices",
  "group",
  "hardware",
  "into",
  "key_uuid",
  "provisioning_key",
  "sensor",
  "sensors",
  "template",
  "version",
];

const nothing = "00000000-0000-4000-8000-000000000000";
const condition = { kind: "above", limit: 1, hysteresis: 0, for_readings: 1, for_seconds: 0 };
const span = { from: "2026-01-01", to: "2026-01-02" };
const bytes = new TextEncoder().encode("name\nPump\n");
const file = { bytes, headers: { "content-type": "application/octet-stream" } };

const exported = { format: "weir-chain", version: 1, name: "Imported", definition: saving };

type Cases = (scene: AuditScene) => Readonly<Record<string, TestCall>>;

const recordFilter = {
  "query.device": { query: { device: nothing } },
  "query.sensor": { query: { sensor: nothing } },
  "query.chain": { query: { chain: nothing } },
};
const deadLetters = {
  "all.device": { body: { all: { device: nothing } } },
  "all.sensor": { body: { all: { sensor: nothing } } },
  "all.chain": { body: { all: { chain: nothing } } },
};
const chainUsers = {
  "query.device": { query: { device: nothing } },
  "query.sensor": { query: { sensor: nothing } },
  "query.group": { query: { group: "No such group" } },
};
const deviceFields = {
  group: { body: { name: "Pump", group: "No such group" } },
  chain: { body: { name: "Pump", chain: nothing } },
  template: { body: { name: "Pump", template: nothing } },
};
const ruleTargets = {
  "target.sensor": { body: { target: { kind: "sensor", sensor: nothing } } },
  "target.group": { body: { target: { kind: "group", group: "No such group", type: "temperature" } } },
  "target.template": { body: { target: { kind: "template", template: nothing, type: "temperature" } } },
};
const templateFields = {
  chain: { body: { name: "Pump", chain: nothing } },
  board: { body: { name: "Pump", board: nothing } },
  "sensors.1.chain": { body: { name: "Pump", sensors: [{ slug: "a" }, { slug: "b", chain: nothing }] } },
};
const notificationRule = () => ({
  group: { body: { group: "No such group", channels: [params.channel] } },
  "channels.1": { body: { channels: [params.channel, nothing] } },
  "escalation.channels.0": {
    body: { channels: [params.channel], escalation: { after_minutes: 5, channels: [nothing] } },
  },
});
const sensorOfTrial = { sensor: { body: { sensor: nothing, hours: 1, condition } } };

/** Calls by the field that refers to nothing. */
const cases: Partial<Record<RouteName, Cases>> = {
  addPerson: () => ({
    account: { body: { email: "eve@example.org", name: "Eve", account: nothing, role: "viewer" } },
  }),
  applyTemplateToMany: ({ plant: { deviceUuid } }) => ({
    template: { body: { devices: [deviceUuid], template: nothing } },
  }),
  assignAlarm: () => ({ assignee: { body: { assignee: "nobody@example.org" } } }),
  assignChain: ({ plant: { chain, deviceUuid } }) => ({
    chain: { body: { chain: nothing, device: deviceUuid } },
    device: { body: { chain: chain.uuid, device: nothing } },
    sensor: { body: { chain: chain.uuid, sensor: nothing } },
    group: { body: { chain: chain.uuid, group: "No such group" } },
  }),
  createAlertRule: () => withAll(ruleTargets, { name: "Hot", severity: "warning", text: "Hot", condition }),
  createAnnotation: () => ({ sensor: { body: { at: "2026-01-01", text: "Door", sensor: "none" } } }),
  createClaimCodes: () => ({
    provisioning_key: { body: { provisioning_key: nothing, hardware_ids: ["SN-1"] } },
  }),
  createDevice: () => deviceFields,
  createDeviceGroup: () => ({ chain: { body: { name: "Cellar", chain: nothing } } }),
  createDeviceImport: () => ({ "query.template": { query: { template: nothing }, ...file } }),
  createImport: ({ plant: { deviceUuid: device } }) => ({
    device: { body: { format: "csv", mode: "store", device: nothing } },
    sensor: { body: { format: "csv", mode: "store", device, sensor: "none" } },
  }),
  createNotificationRule: () => withAll(notificationRule(), { name: "All", min_severity: "info" }),
  createProvisioningKey: () => ({ template: { body: { name: "Factory", template: nothing } } }),
  createTemplate: () => templateFields,
  deleteAccountNow: () => ({ account: { body: { account: nothing, name: "Nothing" } } }),
  discardAnyDeadLetters: () => deadLetters,
  discardDeadLetters: () => deadLetters,
  discardQuarantined: () => ({ device: { body: { device: nothing } } }),
  dryRunChain: () => ({
    sensor: { body: { sensor: nothing, samples: [{ value: 1 }] } },
    version: { body: { version: 77, samples: [{ value: 1 }] } },
  }),
  exportChain: () => ({ "query.version": { query: { version: "77" } } }),
  exportDeviceReadings: () => ({ "query.sensors": { query: { sensors: "none" } } }),
  exportReadings: () => ({ "query.sensors": { query: { sensors: nothing } } }),
  findAccount: () => ({ ...recordFilter, "query.account": { query: { account: nothing } } }),
  importChain: () => ({ into: { body: { chain: exported, into: nothing } } }),
  listAlarms: () => ({ ...recordFilter, "query.assignee": { query: { assignee: "nobody@example.org" } } }),
  listAllDeadLetters: () => recordFilter,
  listBuckets: () => ({ "query.sensors": { query: { sensors: nothing, points: "10", ...span } } }),
  listClaimCodes: () => ({ "query.key_uuid": { query: { key_uuid: nothing } } }),
  listDeadLetters: () => recordFilter,
  listHardware: () => ({
    "query.key_uuid": { query: { key_uuid: nothing } },
    "query.device": { query: { device: nothing } },
  }),
  listMessages: () => recordFilter,
  listReadings: () => ({ "query.sensors": { query: { sensors: nothing } } }),
  listRequests: () => ({ "query.device": { query: { device: nothing } } }),
  listProblemLines: () => ({ "query.template": { query: { template: nothing }, ...file } }),
  previewDeviceImport: () => ({ "query.template": { query: { template: nothing }, ...file } }),
  replayAnyDeadLetters: () => deadLetters,
  replayDeadLetters: () => deadLetters,
  replayReadings: ({ plant: { sensorUuid: sensor } }) => ({
    sensor: { body: { sensor: nothing, hours: 1 } },
    version: { body: { sensor, version: 77, hours: 1 } },
  }),
  restoreBoardVersion: () => ({ version: { body: { version: 77 } } }),
  resubmitQuarantined: ({ plant: { deviceUuid: device } }) => ({
    device: { body: { device: nothing } },
    "store_as.sensor": { body: { device, store_as: { sent: "tmp", sensor: nothing } } },
  }),
  rollBackChain: () => ({ version: { body: { version: 77 } } }),
  sendTestReading: () => ({ sensor: { body: { sensor: "none", value: 1 } } }),
  pinBoard: () => ({ board: { body: { board: nothing } } }),
  setDefaultBoard: () => ({ board: { body: { board: nothing } } }),
  showApplicableChain: () => chainUsers,
  tryAlertRule: () => sensorOfTrial,
  unassignChain: () => chainUsers,
  updateAlertRule: () => ruleTargets,
  updateAnnotation: () => ({ sensor: { body: { sensor: "none" } } }),
  updateDevice: () => deviceFields,
  updateDeviceGroup: () => ({ chain: { body: { chain: nothing } } }),
  updateManyDevices: ({ plant: { deviceUuid } }) => ({
    group: { body: { devices: [deviceUuid], group: "No such group" } },
    chain: { body: { devices: [deviceUuid], chain: nothing } },
  }),
  updateNotificationRule: notificationRule,
  updateTemplate: () => templateFields,
};

const isShownAsMissing = "The page says that what it shows is missing.";
const namesEach = "The answer says for each what became of it.";
const looksUp = "Looks several up, and answers with those that there are.";
const ofNode = "The version of a type of nodes, which the chain's problems name.";
const selects = "Selects devices of boards and pages, whose group or template may be gone. Nothing is in it.";

const mayReferToNothing: Readonly<Record<string, string>> = {
  "createChain.version": ofNode,
  "saveDraft.version": ofNode,
  "validateChain.version": ofNode,
  "importChain.version": ofNode,
  "createBoard.group": isShownAsMissing,
  "updateBoard.group": isShownAsMissing,
  "createBoard.device": isShownAsMissing,
  "updateBoard.device": isShownAsMissing,
  "createBoard.devices": isShownAsMissing,
  "updateBoard.devices": isShownAsMissing,
  "createBoard.sensor": isShownAsMissing,
  "updateBoard.sensor": isShownAsMissing,
  "createBoard.sensors": isShownAsMissing,
  "updateBoard.sensors": isShownAsMissing,
  "createChart.device": isShownAsMissing,
  "updateChart.device": isShownAsMissing,
  "createChart.sensor": isShownAsMissing,
  "updateChart.sensor": isShownAsMissing,
  "approveHardware.hardware": namesEach,
  "forgetHardware.hardware": namesEach,
  "rejectHardware.hardware": namesEach,
  "applyTemplateToMany.devices": namesEach,
  "deleteManyDevices.devices": namesEach,
  "updateManyDevices.devices": namesEach,
  "countDevices.query.devices": looksUp,
  "listDevices.query.devices": looksUp,
  "listDeviceAlarms.query.devices": looksUp,
  "listDeviceStatistics.query.devices": looksUp,
  "listSensorsOfDevices.query.devices": looksUp,
  "listSensorsOfDevices.query.sensors": looksUp,

  "listLatest.sensors": looksUp,
  "watchLive.query.devices": looksUp,
  "watchLive.query.sensors": looksUp,
  "countDevices.query.group": selects,
  "countDevices.query.template": selects,
  "listDevices.query.group": selects,
  "listDevices.query.template": selects,
};

let scene: AuditScene;
/** What the paths of routes name. */
let params: Readonly<Record<string, string>>;

beforeAll(async () => {
  scene = await openAuditScene();
  const made = [
    "acknowledgeAlarm",
    "deleteAnnotation",
    "deleteBoard",
    "deleteChannel",
    "deleteDeviceGroup",
    "deleteTemplate",
  ];
  const { chain, deviceUuid: device } = scene.plant;
  params = { chain: chain.uuid, device };
  for (const name of made) params = { ...params, ...(await routeExamples[name]!(scene)).params };
});
afterAll(async () => {
  await scene.api[Symbol.asyncDispose]();
  await closeTestControls();
});

test("has a case for every reference of a route", () => {
  const known = Object.entries(cases).flatMap(([name, of]) =>
    Object.keys(of(scene)).map((field) => `${name}.${withoutParents(field)}`),
  );
  const wanted = Object.entries<Route>(manageRoutes).flatMap(([name, { query, body }]) => [
    ...[...referencesIn(query)].map((field) => `${name}.query.${field}`),
    ...[...referencesIn(body)].map((field) => `${name}.${field}`),
  ]);
  expect(wanted.filter((one) => !known.includes(one) && !(one in mayReferToNothing))).toEqual([]);
  expect(Object.keys(mayReferToNothing).filter((one) => !wanted.includes(one))).toEqual([]);
});

describe("a reference to nothing is refused with 422 and named", () => {
  test.each(Object.keys(cases) as RouteName[])("%s", async (name) => {
    const { api, plant } = scene;
    const caller = manageRoutes[name].access === "operator" ? api.asOperator() : api.as("owner", plant);
    const rules = { updateAlertRule: "deleteAlertRule", updateNotificationRule: "deleteNotificationRule" };
    const rule = name in rules ? await routeExamples[rules[name as keyof typeof rules]]!(scene) : {};
    for (const [field, call] of Object.entries(cases[name]!(scene))) {
      const { status, json } = await caller.call(name, { params: { ...params, ...rule.params }, ...call });
      const [first] = json.errors ?? [];
      expect({ field, status, code: json.code, named: first }).toEqual({
        field,
        status: 422,
        code: expect.stringMatching(/^unknown_/),
        named: { field, message: json.detail },
      });
    }
  });
});

test("what the path names and does not exist is refused with 404, whatever the body refers to", async () => {
  const owner = scene.api.as("owner", scene.plant);
  const body = { group: "No such group" };
  const { status, json } = await owner.call("updateDevice", { params: { device: nothing }, body });
  expect([status, json.code, json.errors]).toEqual([404, "unknown_device", undefined]);
});

function withAll(calls: Readonly<Record<string, TestCall>>, body: object): Record<string, TestCall> {
  const all = Object.entries(calls).map(([field, call]) => [
    field,
    { body: { ...body, ...(call.body as object) } },
  ]);
  return Object.fromEntries(all);
}

/** The names of fields that refer to things, at any depth. */
function referencesIn(schema: z.ZodType | undefined): Set<string> {
  if (schema === undefined) return new Set();
  const { def } = schema._zod as unknown as { def: Readonly<Record<string, unknown>> };
  const shape = Object.entries((def.shape ?? {}) as Record<string, z.ZodType>);
  const inside = [def.innerType, def.element, def.in, ...((def.options ?? []) as unknown[])];
  const below = [...shape.map(([, field]) => field), ...inside.filter((one) => one !== undefined)];
  return new Set([
    ...shape.filter(([name, field]) => referring.includes(name) && !isObject(field)).map(([name]) => name),
    ...below.flatMap((one) => [...referencesIn(one as z.ZodType)]),
  ]);
}

/** Whether the field describes the thing instead of referring to it. */
function isObject(schema: z.ZodType): boolean {
  const { def } = schema._zod as unknown as { def: Readonly<Record<string, unknown>> };
  const inside = def.innerType ?? def.element;
  return "shape" in def || (inside !== undefined && isObject(inside as z.ZodType));
}

function withoutParents(field: string): string {
  const names = field.split(".").filter((name) => !Number.isInteger(Number(name)));
  return names[0] === "query" ? field : names.at(-1)!;
}
