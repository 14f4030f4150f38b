/**
 * Checks that every route answers 404 if its path names something that does not exist, or that another account has. Generated from
 * the routes: a new one needs an example that can be made beside the others, or a call here.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { saving } from "../manage/chains/test-chains.ts";
import { closeTestControls } from "../manage/test-control.ts";
import type { TestCall } from "../manage/testing/api-under-test.ts";
import { type AuditScene, openAuditScene } from "../manage/testing/test-audit-scene.ts";
import { routeExamples } from "../manage/testing/test-route-examples.ts";

// Calls every route several times, which takes a while on a busy machine.
setDefaultTimeout(60_000);

type RouteName = keyof typeof manageRoutes;

const nothing = "00000000-0000-4000-8000-000000000000";
/** What paths can name that is not found by a UUID. */
const otherNames: Readonly<Record<string, string>> = {
  comment: "999999",
  email: "nobody@example.org",
  group: "No such group",
  id: "999999",
  secret: "none",
  session: "999999",
  version: "77",
};
const nameless = (name: string) => otherNames[name] ?? nothing;

/** Examples that make what the paths of other routes name as well. */
const shared = [
  "acknowledgeAlarm",
  "deleteAnnotation",
  "deleteBoard",
  "deleteChannel",
  "deleteDeviceGroup",
  "deleteTemplate",
];
const span = { from: "2026-01-01", to: "2026-01-02" };
const part = { "content-type": "application/octet-stream", "upload-offset": "0" };
/** Calls of routes that change nothing, or whose example cannot be made in an account that has the shared ones. */
const otherCalls: Partial<Record<RouteName, TestCall>> = {
  allowProvisioningAgain: {},
  appendToImport: { bytes: new Uint8Array(1), headers: part },
  applyTemplate: {},
  assignAlarm: { body: { assignee: null } },
  clearAlarm: {},
  commentOnAlarm: { body: { text: "Seen." } },
  deleteAlarmComment: {},
  deleteReadings: { query: span },
  dryRunChain: { body: { samples: [{ value: 1 }] } },
  listBuckets: { query: span },
  publishChain: { body: {} },
  replayReadings: { body: { sensor: nothing, hours: 1 } },
  revokeClaimCode: {},
  revokeProvisioningKey: {},
  snoozeAlarm: { body: { until: null } },
  updateDeviceGroup: { body: { name: "Cellar" } },
  updateTemplate: { body: { name: "Pump" } },
  validateChain: { body: { definition: saving } },
};
/** Makes what its path names. */
const making: readonly string[] = ["setSecret"];

/** Without the account. */
const namedIn = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== "account");
const routes = Object.entries<Route>(manageRoutes).filter(
  ([name, { path }]) => namedIn(path).length > 0 && !making.includes(name),
);

let scene: AuditScene;
/** A call of each route whose path names what Plant has, as far as an example makes it. */
const calls = new Map<string, TestCall & { readonly params: Readonly<Record<string, string>> }>();

beforeAll(async () => {
  scene = await openAuditScene();
  const { chain, deviceUuid: device, sensorUuid: sensor } = scene.plant;
  let known: Readonly<Record<string, string>> = { chain: chain.uuid, device, sensor, member: scene.bob };
  for (const name of shared) {
    const call = await routeExamples[name]!(scene);
    known = { ...known, ...call.params };
    calls.set(name, { ...call, params: call.params! });
  }
  for (const [name, { path }] of routes) {
    if (calls.has(name)) continue;
    const call = otherCalls[name as RouteName] ?? (await routeExamples[name]?.(scene)) ?? {};
    const named = namedIn(path).map((each) => [each, known[each] ?? nameless(each)]);
    calls.set(name, { ...call, params: { ...Object.fromEntries(named), ...call.params } });
  }
});

afterAll(async () => {
  await scene.api[Symbol.asyncDispose]();
  await closeTestControls();
});

test("what a path names and does not exist is refused with 404 by every route, for each of the things that it names", async () => {
  const { api, plant } = scene;
  const callers = { operator: () => api.asOperator(), link: () => api.asNobody() };
  const found: string[] = [];
  for (const [name, { path, access }] of routes) {
    const caller = callers[access as keyof typeof callers]?.() ?? api.as("owner", plant);
    const call = calls.get(name)!;
    for (const each of namedIn(path)) {
      const params = { ...call.params, [each]: nameless(each) };
      const { status, json } = await caller.call(name as RouteName, { ...call, params });
      if (status !== 404) found.push(`${name} with another ${each}: ${status} ${json?.detail}`);
    }
  }
  expect(found).toEqual([]);
  expect(routes.length).toBeGreaterThan(100);
});

test("what another account has is refused like what does not exist by every route, and stays as it is", async () => {
  const { api, plant, office, control } = scene;
  const ofAccounts = routes.filter(([, { path }]) => path.includes("{account}"));
  let shown = 0;
  for (const [name, { method }] of ofAccounts) {
    if (method !== "GET") continue;
    const { status } = await api.as("owner", plant).call(name as RouteName, calls.get(name)!);
    if (status === 200) shown++;
  }
  // The paths name things that there are.
  expect(shown).toBeGreaterThan(25);
  const audited = () => control.db.selectFrom("audit_log").select(["id", "action"]).execute();
  const before = await audited();
  const found: string[] = [];
  for (const [name] of ofAccounts) {
    const { status, json } = await api.as("owner", office).call(name as RouteName, calls.get(name)!);
    if (status !== 404) found.push(`${name}: ${status} ${json?.detail}`);
  }
  expect(found).toEqual([]);
  expect(await audited()).toEqual(before);
});
