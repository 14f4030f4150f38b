import { z } from "zod";
import { chartDefinition } from "../manage/chart-forms.ts";
import { defineResource } from "./define-resource.ts";
import { field } from "./field.ts";

export const savedChart = defineResource({
  thing: "chart",
  things: "charts",
  title: "saved chart",
  titles: "saved charts",
  tag: "Saved charts",
  path: "charts",
  param: "chart",
  table: "saved_charts",
  scopes: { read: "boards:read", write: "boards:write" },
  owner: "account or person",
  max: { perAccount: 500, perPerson: 100 },
  version: "counted",
  times: ["updated_at"],
  fields: {
    name: field.name(),
    definition: field.json(chartDefinition),
  },
  listed: { device: z.uuid().describe("The device on whose page the chart is shown.") },
  texts: {
    create: { summary: "Save a chart", description: "An API key saves only charts of the account." },
    show: {
      summary: "Show a saved chart with its definition",
      description: "It has no readings: they are listed by sensor, or as buckets.",
    },
    update: { description: "The definition is replaced as a whole." },
    delete: { description: "The readings stay." },
  },
});
