import { bulkLoad } from "../load/load.ts";
import { cpu, medianOf, rate, ratio, roundDetails, rss } from "../rounds.ts";
import type { Scenario } from "./scenario.ts";
import { runSideBySide } from "./side-by-side.ts";

export const bulk: Scenario = {
  name: "bulk",
  about:
    "1,000 chronological readings of one sensor a request, 8 connections: Weir, InfluxDB, VictoriaMetrics",

  async run(context) {
    const rounds = await runSideBySide(context, ["Weir", "InfluxDB", "VictoriaMetrics"], bulkLoad);
    return {
      details: roundDetails(rounds),
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: "bulk of 1,000: rate, Weir to InfluxDB",
          measured: ratio(rounds, rate, "Weir", "InfluxDB"),
          unit: "x",
          target: { atLeast: 2.5 },
        },
        {
          what: "bulk of 1,000: CPU a reading, Weir to InfluxDB",
          measured: ratio(rounds, cpu, "Weir", "InfluxDB"),
          unit: "x",
          target: { atMost: 0.7 },
        },
        {
          what: "bulk of 1,000: rate, Weir to VictoriaMetrics",
          measured: ratio(rounds, rate, "Weir", "VictoriaMetrics"),
          unit: "x",
          target: { atLeast: 0.9 },
        },
        {
          what: "bulk of 1,000: CPU a reading, Weir to VictoriaMetrics",
          measured: ratio(rounds, cpu, "Weir", "VictoriaMetrics"),
          unit: "x",
          target: { atMost: 1 },
        },
        {
          what: "bulk of 1,000: memory of all processes of Weir at full load",
          measured: medianOf(rounds, rss, "Weir"),
          unit: "MB",
          target: { atMost: 300 },
        },
      ],
    };
  },
};
