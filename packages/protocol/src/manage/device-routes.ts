import { z } from "zod";
import { deviceSorts, sortOrders } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { device, deviceFields, deviceParams, deviceStatus, newSensor } from "./device-forms.ts";
import { bulkNoteFields, noteFilter } from "./device-note-forms.ts";
import { attributeNameRule, attributeNameShape, attributePrefix } from "./device-notes.ts";
import { leadsReadings } from "./leads-readings.ts";
import { manyDevices, manyDevicesAnswer, manyDevicesText } from "./many-devices.ts";
import { manyDevicesBytesMax } from "./many-devices-limits.ts";
import { namedText } from "./named-text.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";
import { uuidList } from "./uuid-list.ts";

const path = "/accounts/{account}/devices";

const filter = {
  search: z
    .string()
    .max(200)
    .optional()
    .describe("Part of the name, description, UUID, a tag or an attribute, or the full slug of a sensor."),
  group: z.string().max(200).optional().describe("The name of a group; empty for devices in none."),
  template: z.string().max(100).optional().describe("UUID of a device template."),
  ...noteFilter,
  devices: uuidList.optional(),
};

const byAttributeName = { text: attributePrefix, rest: attributeNameShape, rule: attributeNameRule };

const byAttribute =
  "`attribute.NAME=VALUE` in the query finds devices with this attribute, such as `attribute.site=Berlin`. It can be given for " +
  "several attributes. A value that looks like a number or boolean is found as a text and as a number or boolean.";

const listQuery = pageQuery.extend({
  ...filter,
  name: z
    .string()
    .max(200)
    .optional()
    .describe("The full name. Case and leading zeros of numbers do not matter."),
  enabled: z.enum(["true", "false"]).optional(),
  status: deviceStatus.optional(),
  troubled: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Whether in the last 24 hours a request of the device was refused, or a reading of it rejected. Duplicates count as neither. With `activity_per_device` 0, only rejected readings are known, not " +
        "requests refused as a whole.",
    ),
  clock: z.enum(["wrong"]).optional().describe("`wrong`: only devices whose `wrong_clock` is not null."),
  alarms: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Whether the device has active alarms, acknowledged or not. API keys need `operations:read` too.",
    ),
  sort: z
    .enum(deviceSorts)
    .default("name")
    .describe("Numbers in names are sorted as numbers: Pump 2 comes before Pump 10."),
  order: z
    .enum(sortOrders)
    .default("asc")
    .describe("Devices that never connected come last in either order."),
});
/** Attributes have names of their own. */
const looseListQuery = listQuery.loose();

const newDevice = z
  .strictObject({
    ...deviceFields.omit({ name: true }).partial().shape,
    name: namedText,
    sensors: z.array(newSensor).max(10_000).default([]),
  })
  .meta({ id: "NewDevice" });

/** The chain and the alert rules of a group, and the alert rules of a template, apply to devices that are put there. */
const devicePatch = deviceFields
  .extend({
    group: leadsReadings(deviceFields.shape.group),
    template: leadsReadings(deviceFields.shape.template),
  })
  .partial()
  .meta({ id: "DevicePatch" });

const createdDevice = device
  .extend({
    token: z.string().describe("The token with which the device authenticates."),
    sensors: z
      .array(z.object({ uuid: z.string(), slug: z.string() }))
      .describe("The sensors created with it."),
  })
  .meta({ id: "CreatedDevice" });

const deviceCounts = z
  .object({
    online: z.number().int().describe("Enabled devices only, as for offline and never_seen."),
    offline: z.number().int(),
    never_seen: z.number().int(),
    disabled: z.number().int(),
    troubled: z
      .number()
      .int()
      .describe(
        "Enabled devices of any status with refused requests or rejected readings in the last 24 hours.",
      ),
    sample: z.number().int().describe("Devices of the sample data, which are counted above, too."),
    with_alarms: z
      .number()
      .int()
      .nullable()
      .describe("Devices of any status with active alarms. Null for API keys without `operations:read`."),
    waiting: z
      .number()
      .int()
      .describe(
        "Devices that do not exist yet, because they wait to be approved or claimed; whatever the filter.",
      ),
  })
  .meta({ id: "DeviceCounts" });

/** All fields at their longest, if each character takes six bytes as JSON. */
const devicePatchBytesMax = 256 * 1024;
/** Ten thousand sensors with all their fields. */
const newDeviceBytesMax = 4 * 1024 * 1024;

export const deviceRoutes = defineRoutes("Devices", {
  listDevices: {
    method: "GET",
    path,
    summary: "List devices",
    description: byAttribute,
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    query: looseListQuery,
    queryPrefix: byAttributeName,
    answer: pageOf(device),
  },
  countDevices: {
    method: "GET",
    path: `${path}/counts`,
    summary: "Count devices by their status",
    description: byAttribute,
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    query: z.looseObject(filter),
    queryPrefix: byAttributeName,
    answer: deviceCounts,
  },
  createDevice: {
    method: "POST",
    path,
    summary: "Create a device with its sensors",
    description:
      "The answer contains the device's token. It can be shown again, which is recorded in the audit log.",
    access: "editor",
    scope: "devices:write",
    proof: true,
    params: accountParams,
    body: newDevice,
    bodyBytesMax: newDeviceBytesMax,
    status: 201,
    answer: createdDevice,
    versioned: true,
  },
  showDevice: {
    method: "GET",
    path: `${path}/{device}`,
    summary: "Show a device",
    access: "viewer",
    scope: "devices:read",
    params: deviceParams,
    answer: device,
    versioned: true,
  },
  updateDevice: {
    method: "PATCH",
    path: `${path}/{device}`,
    summary: "Change a device",
    description: "Fields that are left out do not change.",
    access: "editor",
    scope: "devices:write",
    params: deviceParams,
    body: devicePatch,
    bodyBytesMax: devicePatchBytesMax,
    answer: device,
    versioned: true,
  },
  deleteDevice: {
    method: "DELETE",
    path: `${path}/{device}`,
    summary: "Delete a device, its sensors and their readings",
    access: "editor",
    scope: "devices:write",
    params: deviceParams,
    answer: null,
    versioned: true,
  },
  duplicateDevice: {
    method: "POST",
    path: `${path}/{device}/duplicate`,
    summary: "Create a device like another one",
    description:
      "Copies its settings, group, chain, tags, attributes and sensors, and the chain and retention of each sensor. Its readings, location and notes are not copied. The answer contains the new device's token.",
    access: "editor",
    scope: "devices:write",
    proof: true,
    params: deviceParams,
    body: z
      .strictObject({
        name: namedText.optional().describe("By default that of the other device, with (copy)."),
      })
      .meta({ id: "DeviceDuplicate" }),
    status: 201,
    answer: createdDevice,
    versioned: true,
  },
  updateManyDevices: {
    method: "POST",
    path: `${path}/bulk-update`,
    summary: "Enable, disable, move or tag many devices, or give them a chain",
    description: manyDevicesText,
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    body: z
      .strictObject({
        devices: manyDevices,
        enabled: z.boolean().optional(),
        group: leadsReadings(
          namedText.nullable().describe("The name of a group; null removes the devices from their group."),
        ).optional(),
        chain: deviceFields.shape.chain.optional(),
        ...bulkNoteFields,
      })
      .refine(({ devices, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
        message: "Give enabled, group, chain, add_tags, remove_tags or attributes.",
      })
      .meta({ id: "BulkDevicePatch" }),
    bodyBytesMax: manyDevicesBytesMax,
    answer: manyDevicesAnswer,
  },
  deleteManyDevices: {
    method: "POST",
    path: `${path}/bulk-delete`,
    summary: "Delete many devices, their sensors and their readings",
    description: manyDevicesText,
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    body: z.strictObject({ devices: manyDevices }).meta({ id: "ManyDevices" }),
    bodyBytesMax: manyDevicesBytesMax,
    answer: manyDevicesAnswer,
  },
});
