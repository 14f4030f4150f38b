import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/sensor-types";
const typeParams = accountParams.extend({ type: z.string().max(100).describe("UUID of the sensor type.") });

const fields = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .describe("The name that sensors have as their type; unique in its account."),
  unit: z.string().max(32).nullable(),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(15)
    .nullable()
    .describe("Decimals to show; null shows values as sent."),
  min: z.number().nullable().describe("The usual range, for scales. Readings outside it are still accepted."),
  max: z.number().nullable(),
  icon: z.string().max(64).nullable(),
});

const sensorType = fields.extend({ uuid: z.string(), created_at: time }).meta({ id: "SensorType" });

export const sensorTypeRoutes = defineRoutes("Sensor types", {
  listSensorTypes: {
    method: "GET",
    path,
    summary: "List sensor types",
    description: "Suggestions for the types of sensors, by name. An account can have at most 500.",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    answer: z.object({ items: z.array(sensorType), next: z.null() }),
  },
  createSensorType: {
    method: "POST",
    path,
    summary: "Create a sensor type",
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    body: fields.partial().required({ name: true }).meta({ id: "NewSensorType" }),
    status: 201,
    answer: sensorType,
    versioned: true,
  },
  showSensorType: {
    method: "GET",
    path: `${path}/{type}`,
    summary: "Show a sensor type",
    access: "viewer",
    scope: "devices:read",
    params: typeParams,
    answer: sensorType,
    versioned: true,
  },
  updateSensorType: {
    method: "PATCH",
    path: `${path}/{type}`,
    summary: "Change a sensor type",
    description: "Fields that are left out do not change. Sensors keep the name of their type.",
    access: "editor",
    scope: "devices:write",
    params: typeParams,
    body: fields.partial().meta({ id: "SensorTypePatch" }),
    answer: sensorType,
    versioned: true,
  },
  deleteSensorType: {
    method: "DELETE",
    path: `${path}/{type}`,
    summary: "Delete a sensor type",
    access: "editor",
    scope: "devices:write",
    params: typeParams,
    answer: null,
    versioned: true,
  },
});
