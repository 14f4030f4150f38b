import { singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { type Contestant, cpu, medianOf, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import type { Finding, Scenario } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const deviceCounts = [10, 1000, 100_000];
/**
 * Rounds are as long as the interval of the slowest periodic work of a large fleet, which is writing its
 * counts. Shorter rounds contain all of that work or none of it, and pay for the counts of every device after
 * each round.
 */
const secondsMin = 30;

export const devices: Scenario = {
  name: "devices",
  about: "single readings spread over 10, 1,000 and 100,000 devices: Weir",

  async run(context) {
    const { workspace } = context;
    const contestants: Contestant[] = [];
    for (const deviceCount of deviceCounts) {
      const system = await startWeir(workspace, { deviceCount, sensorsPerDevice: 1 });
      const bench = new Bench(workspace, system, { ...singleLoad, deviceCount }, firstReadingSecond());
      contestants.push({ label: labelOf(deviceCount), bench });
    }
    const seconds = Math.max(context.seconds, secondsMin);
    const rounds = await runRounds({ ...context, seconds }, contestants);
    for (const { bench } of contestants) await bench.system.stop();

    const fewest = labelOf(deviceCounts[0]!);
    const findings: Finding[] = deviceCounts.map((count) => ({
      what: `${labelOf(count)}: CPU a reading`,
      measured: medianOf(rounds, cpu, labelOf(count)),
      unit: "us",
    }));
    for (const count of deviceCounts.slice(1)) {
      findings.push(
        {
          what: `${labelOf(count)}: CPU a reading, to that of ${fewest}`,
          measured: ratio(rounds, cpu, labelOf(count), fewest),
          unit: "x",
          target: { atMost: 1.3 },
        },
        {
          what: `${labelOf(count)}: rate, to that of ${fewest}`,
          measured: ratio(rounds, rate, labelOf(count), fewest),
          unit: "x",
        },
      );
    }
    return { details: roundDetails(rounds), disturbedRounds: rounds.disturbedRounds, findings };
  },
};

function labelOf(deviceCount: number): string {
  return `${deviceCount.toLocaleString("en")} devices`;
}
