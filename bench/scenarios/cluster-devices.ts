import { manySinglesLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { cpu, medianOf, rate, ratio, roundDetails, runFreshRounds } from "../rounds.ts";
import { startWeirCluster } from "../systems/weir-cluster.ts";
import type { Finding, Scenario } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const deviceCounts = [10, 1000, 100_000];
/** As in the scenario `devices`. */
const secondsMin = 30;

export const clusterDevices: Scenario = {
  name: "cluster-devices",
  about: "single readings spread over 10, 1,000 and 100,000 devices of a cluster: Weir",

  async run(context) {
    const { workspace } = context;
    const contestants = deviceCounts.map((deviceCount) => ({
      label: labelOf(deviceCount),
      start: async () => {
        const system = await startWeirCluster(workspace, { deviceCount, sensorsPerDevice: 1, pairs: 1 });
        return new Bench(workspace, system, { ...manySinglesLoad, deviceCount }, firstReadingSecond());
      },
    }));
    const rounds = await runFreshRounds(
      { ...context, seconds: Math.max(context.seconds, secondsMin) },
      contestants,
    );
    const fewest = labelOf(deviceCounts[0]!);
    const findings = deviceCounts.flatMap((count): Finding[] => {
      const label = labelOf(count);
      const measured: Finding[] = [
        { what: `cluster, ${label}: rate`, measured: medianOf(rounds, rate, label), unit: "readings/s" },
        { what: `cluster, ${label}: CPU a reading`, measured: medianOf(rounds, cpu, label), unit: "us" },
      ];
      if (label === fewest) return measured;
      const what = `cluster, ${label}: CPU a reading, to that of ${fewest}`;
      return [...measured, { what, measured: ratio(rounds, cpu, label, fewest), unit: "x" }];
    });
    return { details: roundDetails(rounds), disturbedRounds: rounds.disturbedRounds, findings };
  },
};

function labelOf(deviceCount: number): string {
  return `${deviceCount.toLocaleString("en")} devices`;
}
