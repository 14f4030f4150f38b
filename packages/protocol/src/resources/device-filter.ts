import { z } from "zod";
import { attributeNameShape, attributePrefix } from "../manage/device-notes.ts";
import { defineResource } from "./define-resource.ts";
import { field } from "./field.ts";

/** As many as a list of devices can have: search, group, tags, status, order, and attributes. */
const parametersMax = 60;

const parameterNames = ["q", "group", "tag", "template", "columns", "status", "sort", "order"];

function isParameter(name: string): boolean {
  if (!name.startsWith(attributePrefix)) return parameterNames.includes(name);
  return attributeNameShape.test(name.slice(attributePrefix.length));
}

const parameterName = z
  .string()
  .max(60)
  .refine(isParameter, `must be one of ${parameterNames.join(", ")} and ${attributePrefix}NAME`);

const parameters = z
  .record(parameterName, z.string().max(400))
  .refine((given) => Object.keys(given).length <= parametersMax, `must have at most ${parametersMax} entries`)
  .describe(
    "The parameters in the address of the dashboard's device list: `q`, `group`, `tag`, `template`, `columns`, `status`, `sort`, `order` and `attribute.NAME`.",
  );

export const deviceFilter = defineResource({
  thing: "device filter",
  things: "device filters",
  title: "saved filter",
  titles: "saved filters",
  short: "filter",
  shorts: "filters",
  tag: "Devices",
  path: "device-filters",
  param: "filter",
  table: "device_filters",
  scopes: { read: "devices:read", write: "devices:write" },
  owner: "account or person",
  max: { perAccount: 100, perPerson: 100 },
  sameName: "replaced",
  times: [],
  operations: ["list", "create", "delete"],
  fields: {
    name: field.name("A filter of the same owner with this name is replaced."),
    parameters: field.listedJson(parameters),
  },
  texts: {
    list: { summary: "List saved filters of the device list" },
    create: {
      summary: "Save a filter of the device list",
    },
    delete: { summary: "Delete a saved filter of the device list" },
  },
});
