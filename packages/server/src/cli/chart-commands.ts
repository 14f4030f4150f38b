import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import type { ShownOf } from "@weir/protocol/resources/resource-route-types";
import { savedChart } from "@weir/protocol/resources/saved-chart";
import { resourceCommands } from "./derived/resource-commands.ts";
import { printable } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

export const chartCommands = resourceCommands(savedChart, {
  example: "Cooling",
  without: ["create", "update"],
  list: {
    columns: {
      CHART: ({ name }) => printable(name),
      UUID: ({ uuid }) => uuid,
      VERSION: ({ version }) => String(version),
      CHANGED: ({ updated_at }) => shortTime(updated_at),
    },
    none: "No saved charts yet. Save one on the Charts page of a device.",
  },
  show: {
    summary: "Show a saved chart and its series",
    examples: ["weir chart show Cooling", "weir chart show Cooling --json"],
    text: toText,
  },
  delete: { question: (chart) => `Delete the saved chart ${chart}? Its readings stay.` },
});

function toText({ name, uuid, version, updated_at, definition }: ShownOf<typeof savedChart>): string {
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
}

/** The name of a series in expressions. */
function letter(nth: number): string {
  return String.fromCharCode("a".charCodeAt(0) + nth);
}
