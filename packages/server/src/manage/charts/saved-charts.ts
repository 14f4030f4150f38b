import { savedChart } from "@weir/protocol/resources/saved-chart";
import { serveResource } from "../core/resources/serve-resource.ts";

export const savedCharts = serveResource(savedChart, {
  listed: (charts) => charts.map(({ definition }) => ({ device: definition.sensors[0]!.device })),
  audited: ({ definition }) => ({ sensors: definition.sensors.length }),
});
