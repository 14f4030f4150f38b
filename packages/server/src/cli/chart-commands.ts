import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { findNamed } from "./find-named.ts";
import { printable } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

interface ChartOptions extends ApiOptions {
  readonly account?: string;
}

const list = listCommand({
  route: "listCharts",
  description: "List the saved charts of an account. Charts that people keep for themselves are not listed.",
  within: "one account",
  columns: {
    CHART: ({ name }) => printable(name),
    UUID: ({ uuid }) => uuid,
    VERSION: ({ version }) => String(version),
    CHANGED: ({ updated_at }) => shortTime(updated_at),
  },
  none: "No saved charts yet. Save one on the Charts page of a device.",
  examples: ["weir chart list"],
});

const show = apiCommand({
  take: takeChart,
  examples: ["weir chart show Cooling", "weir chart show Cooling --json"],
  async call(api, [chart]: [string], { account }: ChartOptions) {
    return api.call("showChart", { params: await chartParams(api, chart, account) });
  },
  text({ name, uuid, version, updated_at, definition }) {
    const { sensors, derived, range, aggregation } = chartDefinition.parse(definition);
    const rows = [
      ...sensors.map(({ device, sensor }, nth) => [letter(nth), sensor, device]),
      ...derived.map((series) => ["=", printable(series.name), printable(series.expression)]),
    ];
    const shown = range.kind === "last" ? `the last ${range.span}` : `${range.from} to ${range.to}`;
    return [
      `${printable(name)} (${uuid}), version ${version} of ${shortTime(updated_at)}`,
      `Shows the ${aggregation} of ${shown}.`,
      formatTable(["SERIES", "SENSOR", "DEVICE OR EXPRESSION"], rows),
    ].join("\n");
  },
});

const remove = apiCommand({
  take: (command) => takeYes(takeChart(command)),
  examples: ["weir chart delete Cooling"],
  async call(api, [chart]: [string], options: ChartOptions & ConfirmOptions) {
    const params = await chartParams(api, chart, options.account);
    await askFirst(`Delete the saved chart ${chart}? Its readings stay.`, options);
    await api.call("deleteChart", { params });
    return { chart: params.chart, deleted: true };
  },
  text: (_, [chart]) => `Deleted saved chart ${chart}.`,
});

function takeChart(command: Command): Command {
  return takeOneAccount(command.argument("<chart>", "Name or UUID of the saved chart"));
}

/** The name of a series in expressions. */
function letter(nth: number): string {
  return String.fromCharCode("a".charCodeAt(0) + nth);
}

/** Finds a saved chart of the account. Names of charts need not be unique. */
async function chartParams(api: ApiClient, chart: string, named: string | undefined) {
  const { uuid: account } = await api.accountFor(named);
  const { items } = await api.call("listCharts", { params: { account } });
  return { account, chart: findNamed(items, chart, "chart").uuid };
}

export const chartCommands = { list, show, delete: remove };
