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
      "Fields that are left out do not change. The slug is used in requests: once it is changed, readings sent to the old slug are dropped as " +
      "readings of an unknown sensor. Stored readings stay with the sensor, and its UUID does not change.",
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
