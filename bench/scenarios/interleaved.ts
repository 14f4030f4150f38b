import { interleavedLoad } from "../load/load.ts";
import { cpu, medianOf, rate, ratio, roundDetails } from "../rounds.ts";
import type { Scenario } from "./scenario.ts";
import { runSideBySide } from "./side-by-side.ts";

export const interleaved: Scenario = {
  name: "interleaved",
  about: "one reading of each of 1,000 sensors a request, 8 connections: Weir, InfluxDB",

  async run(context) {
    const rounds = await runSideBySide(context, ["Weir", "InfluxDB"], interleavedLoad);
    return {
      details: roundDetails(rounds),
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: "1,000 sensors interleaved: rate, Weir to InfluxDB",
          measured: ratio(rounds, rate, "Weir", "InfluxDB"),
          unit: "x",
        },
        {
          what: "1,000 sensors interleaved: CPU a reading, Weir to InfluxDB",
          measured: ratio(rounds, cpu, "Weir", "InfluxDB"),
          unit: "x",
        },
        {
          what: "1,000 sensors interleaved: CPU a reading, Weir",
          measured: medianOf(rounds, cpu, "Weir"),
          unit: "us",
        },
      ],
    };
  },
};
