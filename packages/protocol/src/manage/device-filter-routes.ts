import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { boardOwner } from "./board-forms.ts";
import { attributeNameShape, attributePrefix } from "./device-notes.ts";
import { namedText } from "./named-text.ts";
import { defineRoutes } from "./route.ts";

const listPath = "/accounts/{account}/device-filters";
/** As many as a list of devices can have: search, group, tags, status, order, and attributes. */
const parametersMax = 60;

const parameterNames = ["q", "group", "tag", "template", "status", "sort", "order"];

function isParameter(name: string): boolean {
  if (!name.startsWith(attributePrefix)) return parameterNames.includes(name);
  return attributeNameShape.test(name.slice(attributePrefix.length));
}

const parameterName = z
  .string()
  .max(60)
  .refine(isParameter, `must be one of ${parameterNames.join(", ")} and ${attributePrefix}NAME`);

const parameters = z
  .record(parameterName, z.string().max(300))
  .refine((given) => Object.keys(given).length <= parametersMax, `must have at most ${parametersMax} entries`)
  .describe(
    "The parameters in the address of the dashboard's device list: `q`, `group`, `tag`, `template`, `status`, `sort`, `order` and `attribute.NAME`.",
  );

const owner = boardOwner.describe(
  "`account`: all members see the filter, and editors delete it. `person`: a filter of the caller, which only the caller sees.",
);

const deviceFilter = z
  .object({ uuid: z.uuid(), name: namedText, owner, parameters })
  .meta({ id: "DeviceFilter" });

export const deviceFilterRoutes = defineRoutes("Devices", {
  listDeviceFilters: {
    ...{ method: "GET", path: listPath, access: "viewer", scope: "devices:read" },
    summary: "List saved filters of the device list",
    description:
      "Those of the account and the caller's own, by name. An API key sees only those of the account.",
    params: accountParams,
    answer: z.object({ items: z.array(deviceFilter), next: z.null() }),
  },
  createDeviceFilter: {
    ...{ method: "POST", path: listPath, access: "viewer", scope: "devices:write" },
    summary: "Save a filter of the device list",
    description:
      "A filter of the account needs an editor; viewers can save filters of their own. A filter of the same owner with this name is replaced.",
    params: accountParams,
    body: z
      .strictObject({ name: namedText, owner: owner.default("account"), parameters })
      .meta({ id: "NewDeviceFilter" }),
    status: 201,
    answer: deviceFilter,
  },
  deleteDeviceFilter: {
    ...{ method: "DELETE", path: `${listPath}/{filter}`, access: "viewer", scope: "devices:write" },
    summary: "Delete a saved filter of the device list",
    description: "A filter of the account needs an editor; viewers can delete their own filters.",
    params: accountParams.extend({ filter: z.string().max(100).describe("UUID of the filter.") }),
    answer: null,
  },
});
