import type { chartRoutes } from "@weir/protocol/manage/chart-routes";
import { listCharts, type SavedChart } from "../../control/charts/saved-charts.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { chartFor, createChart, editChart, etagOf, removeChart } from "./saved-charts.ts";

export const chartHandlers: HandlersOf<typeof chartRoutes> = {
  async listCharts(context) {
    const charts = await listCharts(context.control.db, editorOf(context));
    return succeed({ items: charts.map(toListedJson), next: null });
  },

  async createChart(context, { body }) {
    return shown(await createChart(context.control, editorOf(context), body));
  },

  async showChart(context, { params }) {
    return shown(await chartFor(context.control.db, editorOf(context), params.chart));
  },

  async updateChart(context, { params, body }) {
    const change = { patch: body, expected: expectedVersion(context.request) };
    return shown(await editChart(context.control, editorOf(context), params.chart, change));
  },

  async deleteChart(context, { params }) {
    const { control, request } = context;
    return removeChart(control, editorOf(context), params.chart, expectedVersion(request));
  },
};

function shown(result: Result<SavedChart>): Outcome<(typeof chartRoutes)["showChart"]> {
  if (!result.ok) return result;
  const { value: chart } = result;
  return { ok: true, value: { ...toListedJson(chart), definition: chart.definition }, etag: etagOf(chart) };
}

function toListedJson(chart: SavedChart) {
  const { uuid, name, version, updatedAt, definition } = chart;
  const { device } = definition.sensors[0]!;
  return { uuid, name, owner: ownerOf(chart), version, device, updated_at: formatMicros(updatedAt) };
}
