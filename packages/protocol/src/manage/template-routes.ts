import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { deviceParams } from "./device-forms.ts";
import { manyDevices, manyDevicesAnswer, manyDevicesText } from "./many-devices.ts";
import { manyDevicesBytesMax } from "./many-devices-limits.ts";
import { namedText } from "./named-text.ts";
import { defineRoutes } from "./route.ts";
import {
  newTemplate,
  template,
  templateBytesMax,
  templateDifferences,
  templateParams,
  templatePatch,
} from "./template-forms.ts";
import { templatesPerAccountMax } from "./template-limits.ts";

const listPath = "/accounts/{account}/templates";
const path = `${listPath}/{template}`;
const devicePath = "/accounts/{account}/devices/{device}";
const readable = { access: "viewer", scope: "devices:read" } as const;
const writable = { access: "editor", scope: "devices:write" } as const;
/** A shorter retention deletes readings. */
const deleting = { scope: { allOf: ["devices:write", "readings:write"] } } as const;
/** Also, another chain can send readings elsewhere. */
const applying = { scope: { allOf: ["devices:write", "readings:write", "readings:read"] } } as const;

export const templateRoutes = defineRoutes("Device templates", {
  listTemplates: {
    method: "GET",
    path: listPath,
    ...readable,
    summary: "List device templates",
    description: `By name. An account can have at most ${templatesPerAccountMax}.`,
    params: accountParams,
    answer: z.object({ items: z.array(template), next: z.null() }),
  },
  createTemplate: {
    method: "POST",
    path: listPath,
    ...writable,
    summary: "Create a device template",
    description: "Devices are created from it with `template`.",
    params: accountParams,
    body: newTemplate,
    bodyBytesMax: templateBytesMax,
    status: 201,
    answer: template,
    versioned: true,
  },
  showTemplate: {
    method: "GET",
    path,
    ...readable,
    summary: "Show a device template",
    params: templateParams,
    answer: template,
    versioned: true,
  },
  updateTemplate: {
    method: "PATCH",
    path,
    access: "editor",
    ...deleting,
    summary: "Change a device template",
    description:
      "Fields that are left out do not change; `sensors` replaces all of them. Devices that follow the template get the change soon after. " +
      "API keys need `readings:write` too, because a shorter retention deletes readings.",
    params: templateParams,
    body: templatePatch,
    bodyBytesMax: templateBytesMax,
    answer: template,
    versioned: true,
  },
  deleteTemplate: {
    method: "DELETE",
    path,
    ...writable,
    summary: "Delete a device template",
    description: "Its devices stay as they are, without a template.",
    params: templateParams,
    answer: null,
    versioned: true,
  },
  createTemplateFromDevice: {
    method: "POST",
    path: `${devicePath}/template`,
    ...writable,
    summary: "Create a device template from a device",
    description:
      "The template gets the sensors and settings of the device, its tags and attributes, and the chain and retention of each sensor. The device gets the template and follows it.",
    params: deviceParams,
    body: z.strictObject({ name: namedText }).meta({ id: "TemplateOfDevice" }),
    status: 201,
    answer: template,
    versioned: true,
  },
  showTemplateDifferences: {
    method: "GET",
    path: `${devicePath}/template-differences`,
    ...readable,
    summary: "Show how a device differs from its template",
    description: "What was changed by hand stays when the template changes, and is shown here.",
    params: deviceParams,
    answer: templateDifferences,
  },
  applyTemplate: {
    method: "POST",
    path: `${devicePath}/apply-template`,
    access: "editor",
    ...applying,
    summary: "Make a device what its template says",
    description:
      "Adds missing sensors and sets all settings, also those that were changed by hand. Sensors that the template lacks stay. " +
      "The answer has what still differs. API keys need `readings:write` too, because a shorter retention deletes readings, and " +
      "`readings:read`, because another chain can send readings elsewhere.",
    params: deviceParams,
    answer: templateDifferences,
  },
  applyTemplateToMany: {
    method: "POST",
    path: "/accounts/{account}/devices/bulk-apply-template",
    access: "editor",
    ...applying,
    summary: "Make many devices what a template says",
    description: `Gives the devices this template, and makes them what it says, as for one device. Devices that had another template or none follow it from then on. ${manyDevicesText}`,
    params: accountParams,
    body: z
      .strictObject({
        devices: manyDevices,
        template: z.string().max(200).describe("UUID or name of a device template."),
      })
      .meta({ id: "TemplateForMany" }),
    bodyBytesMax: manyDevicesBytesMax,
    answer: manyDevicesAnswer,
  },
});
