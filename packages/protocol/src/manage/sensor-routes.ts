import { deviceParams, listedSensor, newSensor, sensor, sensorFields, sensorParams } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const tag = "Sensors";
const path = "/accounts/{account}/devices/{device}/sensors";

export const sensorRoutes = defineRoutes({
  listSensors: {
    method: "GET",
    path,
    tag,
    summary: "List the sensors of a device, with their latest values",
    access: "viewer",
    scope: "devices:read",
    params: deviceParams,
    query: pageQuery,
    status: 200,
    answer: pageOf(listedSensor),
  },
  addSensor: {
    method: "POST",
    path,
    tag,
    summary: "Add a sensor",
    access: "editor",
    scope: "devices:write",
    params: deviceParams,
    body: newSensor,
    status: 201,
    answer: sensor,
    versioned: true,
  },
  showSensor: {
    method: "GET",
    path: `${path}/{sensor}`,
    tag,
    summary: "Show a sensor",
    access: "viewer",
    scope: "devices:read",
    params: sensorParams,
    status: 200,
    answer: sensor,
    versioned: true,
  },
  updateSensor: {
    method: "PATCH",
    path: `${path}/{sensor}`,
    tag,
    summary: "Change a sensor",
    description:
      "What is left out stays as it is. The slug is an address: once it is changed, readings that are sent to the old " +
      "one are dropped as of an unknown sensor. Readings that are stored stay with the sensor, and its UUID stays.",
    access: "editor",
    scope: "devices:write",
    params: sensorParams,
    body: sensorFields.partial().meta({ id: "SensorPatch" }),
    status: 200,
    answer: sensor,
    versioned: true,
  },
  removeSensor: {
    method: "DELETE",
    path: `${path}/{sensor}`,
    tag,
    summary: "Remove a sensor and its readings",
    access: "editor",
    scope: "devices:write",
    params: sensorParams,
    status: 204,
    answer: null,
    versioned: true,
  },
});
