import { singleLoad } from "../load/load.ts";
import { cpu, medianOf, rate, ratio, roundDetails, rss } from "../rounds.ts";
import type { Scenario } from "./scenario.ts";
import { runSideBySide } from "./side-by-side.ts";

export const single: Scenario = {
  name: "single",
  about: "one reading a request, 64 connections, 64 devices: Weir, InfluxDB, VictoriaMetrics",

  async run(context) {
    const rounds = await runSideBySide(context, ["Weir", "InfluxDB", "VictoriaMetrics"], singleLoad);
    return {
      details: roundDetails(rounds),
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: "single readings: rate, Weir to InfluxDB",
          measured: ratio(rounds, rate, "Weir", "InfluxDB"),
          unit: "x",
          target: { atLeast: 1.5 },
        },
        {
          what: "single readings: rate, Weir to VictoriaMetrics",
          measured: ratio(rounds, rate, "Weir", "VictoriaMetrics"),
          unit: "x",
          target: { atLeast: 1.4 },
        },
        {
          what: "single readings: CPU a reading, Weir to VictoriaMetrics",
          measured: ratio(rounds, cpu, "Weir", "VictoriaMetrics"),
          unit: "x",
          target: { atMost: 0.65 },
        },
        {
          what: "single readings: CPU a reading, Weir to InfluxDB",
          measured: ratio(rounds, cpu, "Weir", "InfluxDB"),
          unit: "x",
        },
        {
          what: "single readings: memory of all processes of Weir at full load",
          measured: medianOf(rounds, rss, "Weir"),
          unit: "MB",
          target: { atMost: 300 },
        },
      ],
    };
  },
};
