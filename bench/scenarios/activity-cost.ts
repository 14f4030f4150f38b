import { singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import {
  type Contestant,
  cpu,
  cpuOfPart,
  medianOf,
  rate,
  ratio,
  roundDetails,
  runRounds,
} from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import type { Scenario } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const kept = "activity kept";
const off = "activity off";

/** Statistics cannot be turned off. Both sides pay for them, in the CPU of the processor. */
export const activityCost: Scenario = {
  name: "activity-cost",
  about: "single readings with the activity of devices kept, as by default, and switched off: Weir",

  async run(context) {
    const { workspace } = context;
    const options = { deviceCount: singleLoad.deviceCount, sensorsPerDevice: 1 };
    const contestants: Contestant[] = [];
    for (const label of [off, kept]) {
      const env: Record<string, string> = label === off ? { WEIR_ACTIVITY_PER_DEVICE: "0" } : {};
      const system = await startWeir(workspace, { ...options, env });
      contestants.push({ label, bench: new Bench(workspace, system, singleLoad, firstReadingSecond()) });
    }
    const rounds = await runRounds(context, contestants);
    for (const { bench } of contestants) await bench.system.stop();
    return {
      details: roundDetails(rounds),
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: "single readings: rate with activity kept, to that without",
          measured: ratio(rounds, rate, kept, off),
          unit: "x",
          target: { atLeast: 0.97 },
        },
        {
          what: "single readings: CPU a reading with activity kept, to that without",
          measured: ratio(rounds, cpu, kept, off),
          unit: "x",
        },
        {
          what: "single readings: CPU of the processor a reading, activity kept",
          measured: medianOf(rounds, cpuOfPart("process"), kept),
          unit: "us",
        },
      ],
    };
  },
};
