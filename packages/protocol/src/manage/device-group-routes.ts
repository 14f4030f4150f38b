import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { chainReference } from "./device-forms.ts";
import { expectation, expectationFields } from "./expectation-forms.ts";
import { leadsReadings } from "./leads-readings.ts";
import { namedText } from "./named-text.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/device-groups";
const groupParams = accountParams.extend({ group: z.string().max(200).describe("The group's name.") });

const chainSelector = leadsReadings(
  z
    .string()
    .max(200)
    .nullable()
    .describe("UUID or name of a published chain; null leaves it to the account."),
);

const deviceGroup = z
  .object({
    name: z.string().describe("Identifies the group; unique in its account."),
    chain: chainReference.nullable().describe("The group's own chain; null if the account's chain applies."),
    device_count: z.number().int(),
    ...expectationFields,
    expectation: expectation.describe("Applies to its devices unless they have their own setting."),
  })
  .meta({ id: "DeviceGroup" });

const groupSettings = {
  chain: chainSelector.optional(),
  expected_interval_s: expectationFields.expected_interval_s.optional(),
  silence_alarm: expectationFields.silence_alarm.optional(),
};

export const deviceGroupRoutes = defineRoutes("Device groups", {
  listDeviceGroups: {
    method: "GET",
    path,
    summary: "List device groups",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    query: pageQuery,
    answer: pageOf(deviceGroup),
  },
  createDeviceGroup: {
    method: "POST",
    path,
    summary: "Create a device group",
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    body: z.strictObject({ name: namedText, ...groupSettings }).meta({ id: "NewDeviceGroup" }),
    status: 201,
    answer: deviceGroup,
    versioned: true,
  },
  showDeviceGroup: {
    method: "GET",
    path: `${path}/{group}`,
    summary: "Show a device group",
    access: "viewer",
    scope: "devices:read",
    params: groupParams,
    answer: deviceGroup,
    versioned: true,
  },
  updateDeviceGroup: {
    method: "PATCH",
    path: `${path}/{group}`,
    summary: "Change a device group",
    description: "Fields that are left out do not change.",
    access: "editor",
    scope: "devices:write",
    params: groupParams,
    body: z.strictObject({ name: namedText.optional(), ...groupSettings }).meta({ id: "DeviceGroupPatch" }),
    answer: deviceGroup,
    versioned: true,
  },
  deleteDeviceGroup: {
    method: "DELETE",
    path: `${path}/{group}`,
    summary: "Delete a device group",
    description:
      "A group with devices is only deleted with `force=true`. The devices are then in no group, and another chain may apply to them.",
    access: "editor",
    scope: { allOf: ["devices:write", "readings:read"] },
    params: groupParams,
    query: z.object({ force: z.enum(["true", "false"]).default("false") }),
    answer: null,
    versioned: true,
  },
});
