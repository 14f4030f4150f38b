import { LiveListeners } from "../load/live-listeners.ts";
import { singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { cpu, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import { makeKey } from "../systems/weir-key.ts";
import type { Scenario } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const listenerCount = 50;
const watched = `${listenerCount} listeners`;
const unwatched = "no listener";
/** Far less than a listener gets in a run, and far more than the head of the answer. */
const heardBytesMin = 10_000;

export const listeners: Scenario = {
  name: "listeners",
  about: `single readings with ${listenerCount} live listeners, who see everything, and without: Weir`,

  async run(context) {
    const { workspace } = context;
    const options = { deviceCount: singleLoad.deviceCount, sensorsPerDevice: 1 };
    const start = async (label: string) => {
      const system = await startWeir(workspace, options);
      return { label, system, bench: new Bench(workspace, system, singleLoad, firstReadingSecond()) };
    };
    const contestants = [await start(unwatched), await start(watched)] as const;
    const { system } = contestants[1];
    const live = await LiveListeners.open(system, await makeKey(system), listenerCount);
    const rounds = await runRounds(context, contestants);
    const heardBytes = live.leastBytes();
    if (heardBytes < heardBytesMin) throw new Error(`A listener heard only ${heardBytes} bytes.`);
    context.say(`  each listener heard ${Math.round(heardBytes / 1024).toLocaleString("en")} KiB`);
    live.close();
    for (const { system: stopped } of contestants) await stopped.stop();
    return {
      details: { ...Object(roundDetails(rounds)), heardBytes },
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: `single readings: rate with ${watched}, to that without`,
          measured: ratio(rounds, rate, watched, unwatched),
          unit: "x",
          target: { atLeast: 0.95 },
        },
        {
          what: `single readings: CPU a reading with ${watched}, to that without`,
          measured: ratio(rounds, cpu, watched, unwatched),
          unit: "x",
        },
      ],
    };
  },
};
