import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { deviceParams, listedSensor, newSensor, sensor, sensorFields, sensorParams } from "./device-forms.ts";
import { leadsReadings } from "./leads-readings.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";
import { uuidList } from "./uuid-list.ts";

/** Who changes a slug decides which sensor, and so which chain, gets the readings that a device sends under it. */
const sensorPatch = sensorFields
  .extend({ slug: leadsReadings(sensorFields.shape.slug) })
  .partial()
  .meta({ id: "SensorPatch" });

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
  listSensorsOfDevices: {
    method: "GET",
    path: "/accounts/{account}/sensors",
    summary: "List sensors of several devices, with their latest values",
    description: "Devices that do not exist are left out.",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    query: pageQuery.extend({
      devices: uuidList,
      sensors: z
        .string()
        .min(1)
        .max(4000)
        .optional()
        .describe("Slugs or UUIDs, separated by commas: only these sensors."),
    }),
    answer: pageOf(
      sensor
        .omit({ first_at: true, created_at: true })
        .extend({ device: z.string().describe("UUID of its device.") })
        .meta({ id: "SensorOfDevice" }),
    ),
  },
  searchSensors: {
    method: "GET",
    path: "/accounts/{account}/sensors/search",
    summary: "Find sensors by name",
    description:
      "Every word of the text must be in the name or slug of the sensor, or in the name of its device. The newest devices are " +
      "searched first, up to 50,000 sensors.",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    query: z.object({
      search: z.string().trim().min(1).max(200).describe("Words, separated by spaces."),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({
      items: z.array(
        sensor
          .pick({ uuid: true, slug: true, name: true, type: true, unit: true })
          .extend({ device: z.object({ uuid: z.uuid(), name: z.string() }) })
          .meta({ id: "FoundSensor" }),
      ),
    }),
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
    body: sensorPatch,
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
