import { deviceParams, listedSensor, newSensor, sensor, sensorFields, sensorParams } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/devices/{device}/sensors";

export const sensorRoutes = defineRoutes("Sensors", {
  listSensors: {
    method: "GET",
    path,
    summary: "List the sensors of a device, with their latest values",
    access: "viewer",
    scope: "devices:read",
    params: deviceParams,
    query: pageQuery,
    answer: pageOf(listedSensor),
  },
  addSensor: {
    method: "POST",
    path,
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
    summary: "Show a sensor",
    access: "viewer",
    scope: "devices:read",
    params: sensorParams,
    answer: sensor,
    versioned: true,
  },
  updateSensor: {
    method: "PATCH",
    path: `${path}/{sensor}`,
    summary: "Change a sensor",
    description:
      "What is left out stays as it is. The slug is an address: once it is changed, readings that are sent to the old " +
      "one are dropped as of an unknown sensor. Readings that are stored stay with the sensor, and its UUID stays.",
    access: "editor",
    scope: "devices:write",
    params: sensorParams,
    body: sensorFields.partial().meta({ id: "SensorPatch" }),
    answer: sensor,
    versioned: true,
  },
  removeSensor: {
    method: "DELETE",
    path: `${path}/{sensor}`,
    summary: "Remove a sensor and its readings",
    access: "editor",
    scope: "devices:write",
    params: sensorParams,
    answer: null,
    versioned: true,
  },
});
