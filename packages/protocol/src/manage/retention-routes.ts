import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { sensorParams } from "./device-forms.ts";
import { defineRoutes } from "./route.ts";

const ofAccount = "/accounts/{account}/retention";
const ofSensor = "/accounts/{account}/devices/{device}/sensors/{sensor}/retention";

/** At most a century. Anyone who wants to keep readings longer can keep them forever. */
const days = z.number().int().min(1).max(36_525).nullable().describe("Null keeps readings forever.");

const accountRetention = z.object({ days }).meta({ id: "AccountRetention" });
export const sensorRetentionSetting = z
  .union([z.literal("account"), days])
  .describe("Days, null for forever, or `account` for the setting of the account.");
const sensorRetention = z
  .object({
    own: sensorRetentionSetting,
    days: days.describe("The setting that applies. Null keeps readings forever."),
  })
  .meta({ id: "SensorRetention" });

const description =
  "Older readings are permanently deleted within about an hour of reaching this age. A change takes " +
  "effect within minutes.";

export const retentionRoutes = defineRoutes("Retention", {
  showAccountRetention: {
    method: "GET",
    path: ofAccount,
    params: accountParams,
    summary: "Show how long readings are kept",
    access: "viewer",
    scope: "account:read",
    answer: accountRetention,
  },
  setAccountRetention: {
    method: "PUT",
    path: ofAccount,
    params: accountParams,
    summary: "Set how long readings are kept, for sensors without their own setting",
    description,
    access: "owner",
    scope: null,
    body: z.strictObject({ days }),
    answer: accountRetention,
  },
  showSensorRetention: {
    method: "GET",
    path: ofSensor,
    params: sensorParams,
    summary: "Show how long readings of a sensor are kept",
    access: "viewer",
    scope: "devices:read",
    answer: sensorRetention,
  },
  setSensorRetention: {
    method: "PUT",
    path: ofSensor,
    params: sensorParams,
    summary: "Set how long readings of a sensor are kept",
    description,
    access: "editor",
    scope: "readings:write",
    body: z.strictObject({ days: sensorRetentionSetting }),
    answer: sensorRetention,
  },
});
