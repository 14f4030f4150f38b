import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { chart, chartDefinition, chartName, chartOwner, chartParams, listedChart } from "./chart-forms.ts";
import { defineRoutes } from "./route.ts";

const listPath = "/accounts/{account}/charts";
const path = `${listPath}/{chart}`;
const readable = { access: "viewer", scope: "boards:read" } as const;
/** Viewers change their own charts. Charts of the account need an editor, which the operations check. */
const writable = { access: "viewer", scope: "boards:write" } as const;
const needsEditor = "A chart of the account needs an editor; viewers can do this with their own charts.";

export const chartRoutes = defineRoutes("Saved charts", {
  listCharts: {
    ...{ method: "GET", path: listPath, ...readable },
    summary: "List saved charts",
    description:
      "The charts of the account and the caller's own charts, by name. An API key sees only charts of the account.",
    params: accountParams,
    answer: z.object({ items: z.array(listedChart), next: z.null() }),
  },
  createChart: {
    ...{ method: "POST", path: listPath, ...writable },
    summary: "Save a chart",
    description: `${needsEditor} An API key saves only charts of the account.`,
    params: accountParams,
    body: z
      .strictObject({ name: chartName, owner: chartOwner.default("account"), definition: chartDefinition })
      .meta({ id: "NewChart" }),
    status: 201,
    answer: chart,
    versioned: true,
  },
  showChart: {
    ...{ method: "GET", path, ...readable },
    summary: "Show a saved chart with its definition",
    description: "It has no readings: they are listed by sensor, or as buckets.",
    params: chartParams,
    answer: chart,
    versioned: true,
  },
  updateChart: {
    ...{ method: "PATCH", path, ...writable },
    summary: "Change a saved chart",
    description: `${needsEditor} Fields that are left out do not change. The definition is replaced as a whole.`,
    params: chartParams,
    body: z
      .strictObject({ name: chartName.optional(), definition: chartDefinition.optional() })
      .meta({ id: "ChartPatch" }),
    answer: chart,
    versioned: true,
  },
  deleteChart: {
    ...{ method: "DELETE", path, ...writable },
    summary: "Delete a saved chart",
    description: `${needsEditor} The readings stay.`,
    params: chartParams,
    answer: null,
    versioned: true,
  },
});
