/** A key without readings:read must not get values by deciding where they are sent or shown. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { meetsNeed, type Scope, scopes } from "@weir/protocol/manage/access";
import { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { deviceGroupRoutes } from "@weir/protocol/manage/device-group-routes";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { sensorRoutes } from "@weir/protocol/manage/sensor-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { board } from "@weir/protocol/resources/board";
import { boards } from "../manage/boards/boards.ts";
import { chainVersionHandlers } from "../manage/chains/chain-version-handlers.ts";
import { deviceHandlers } from "../manage/devices/device-handlers.ts";
import { deviceGroupHandlers } from "../manage/devices/groups/device-group-handlers.ts";
import { sensorHandlers } from "../manage/sensors/sensor-handlers.ts";
import { templateHandlers } from "../manage/templates/template-handlers.ts";
import { closeTestControls } from "../manage/test-control.ts";
import { ApiUnderTest } from "../manage/testing/api-under-test.ts";
import { givesLeadingField } from "./leads-readings.ts";

afterAll(closeTestControls);
setDefaultTimeout(60_000);

const withoutValues = scopes.filter((scope: Scope) => scope !== "readings:read");

test("a key without readings:read cannot publish or assign chains, or change alert rules, tiles or who is told", () => {
  const closed = [
    "assignChain",
    "unassignChain",
    "publishChain",
    "rollBackChain",
    "replayReadings",
    "tryAlertRule",
    "createAlertRule",
    "updateAlertRule",
    "createBoard",
    "updateBoard",
    "restoreBoardVersion",
    "createChannel",
    "createNotificationRule",
    "updateNotificationRule",
    "deleteDeviceGroup",
    "applyTemplate",
    "applyTemplateToMany",
  ];
  const routes: Readonly<Record<string, Route>> = manageRoutes;
  const open = closed.filter((name) => meetsNeed(routes[name]!.scope!, withoutValues));
  expect(open).toEqual([]);
});

test("no route lets a key without readings:read move what exists to another chain, group, template or slug", () => {
  // What is new has no values yet, and goes through the chain of the place that people have prepared.
  const creating = [
    "createDevice.group",
    "createDevice.template",
    "createProvisioningKey.template",
    "addSensor.slug",
    // The definition of a draft.
    "importChain.chain",
  ];
  const routes = Object.entries<Route>(manageRoutes);
  const open = routes.flatMap(([name, { method, scope, body }]) => {
    if (method === "GET" || scope === null || !meetsNeed(scope, withoutValues)) return [];
    const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
    const deciding = fields.filter((field) => ["chain", "group", "template", "slug"].includes(field));
    return deciding
      .filter((field) => !givesLeadingField(body, { [field]: "any" }))
      .map((field) => `${name}.${field}`);
  });
  expect(open.toSorted()).toEqual(creating.toSorted());
});

test("a key without readings:read cannot name a chain anywhere, and can do the rest", async () => {
  const routes = {
    ...deviceRoutes,
    ...deviceGroupRoutes,
    ...templateRoutes,
    ...board.routes,
    ...chainVersionRoutes,
    ...sensorRoutes,
  };
  const handlers = {
    ...deviceHandlers,
    ...deviceGroupHandlers,
    ...templateHandlers,
    ...boards.handlers,
    ...chainVersionHandlers,
    ...sensorHandlers,
  };
  await using api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const key = api.asKey(account, withoutValues);
  const device = (await key.call("createDevice", { body: { name: "Boiler" } })).json.uuid;
  const template = (await key.call("createTemplate", { body: { name: "Freezer" } })).json.uuid;
  await key.call("createDeviceGroup", { body: { name: "Hall" } });
  await key.call("addSensor", { params: { device }, body: { slug: "flow" } });
  const chain = "Any";
  const ofDevice = { params: { device } };
  const attempts = [
    key.call("createDevice", { body: { name: "Oven", chain } }),
    key.call("updateDevice", { params: { device }, body: { chain } }),
    // What applies instead may lead somewhere else.
    key.call("updateDevice", { params: { device }, body: { chain: null } }),
    key.call("createDeviceGroup", { body: { name: "Cellar", chain } }),
    key.call("updateDeviceGroup", { params: { group: "Hall" }, body: { chain } }),
    key.call("createTemplate", { body: { name: "Oven", chain } }),
    key.call("createTemplate", { body: { name: "Oven", sensors: [{ slug: "a", chain }] } }),
    key.call("updateTemplate", { params: { template }, body: { chain } }),
    key.call("updateTemplate", { params: { template }, body: { sensors: [{ slug: "a", chain }] } }),
    key.call("createBoard", { body: { name: "Hall" } }),
    // These change the chain that applies without naming it.
    key.call("updateDevice", { ...ofDevice, body: { group: "Hall" } }),
    key.call("updateDevice", { ...ofDevice, body: { group: null } }),
    key.call("updateDevice", { ...ofDevice, body: { template } }),
    key.call("updateManyDevices", { body: { devices: [device], group: "Hall" } }),
    key.call("updateManyDevices", { body: { devices: [device], group: null } }),
    key.call("deleteDeviceGroup", { params: { group: "Hall" }, query: { force: "true" } }),
    key.call("updateManyDevices", { body: { devices: [device], chain } }),
    key.call("applyTemplate", ofDevice),
    key.call("applyTemplateToMany", { body: { devices: [device], template } }),
    key.call("updateTemplate", { params: { template }, body: { sensors: [{ slug: "temperature" }] } }),
    key.call("updateSensor", { params: { device, sensor: "flow" }, body: { slug: "temperature" } }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect([answer.status, answer.json.code, answer.json.detail]).toEqual([
      403,
      "scope_needed",
      expect.stringContaining("readings:read"),
    ]);
  }
  const named = await key.call("updateDevice", { params: { device }, body: { name: "Boiler 2" } });
  expect([named.status, named.json.name]).toEqual([200, "Boiler 2"]);
  const rest = [
    await key.call("createDevice", { body: { name: "Oven", group: "Hall", template } }),
    await key.call("updateTemplate", { params: { template }, body: { description: "For the cellar" } }),
    await key.call("updateSensor", { params: { device, sensor: "flow" }, body: { name: "Flow" } }),
    await key.call("updateManyDevices", { body: { devices: [device], enabled: false } }),
  ];
  expect(rest.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
});
