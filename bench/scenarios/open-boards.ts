import { singleLoad } from "../load/load.ts";
import { OpenBoards } from "../load/open-boards.ts";
import { Bench } from "../measure.ts";
import { cpu, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import { makeKey } from "../systems/weir-key.ts";
import type { Scenario } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const boardCount = 100;
const watched = `${boardCount} boards`;
const unwatched = "no board";

export const openBoards: Scenario = {
  name: "open-boards",
  about: `single readings with ${boardCount} open boards, which follow the readings live and load again what they show, and without: Weir`,

  async run(context) {
    const { workspace } = context;
    const options = { deviceCount: singleLoad.deviceCount, sensorsPerDevice: 1 };
    const start = async (label: string) => {
      const system = await startWeir(workspace, options);
      return { label, system, bench: new Bench(workspace, system, singleLoad, firstReadingSecond()) };
    };
    const contestants = [await start(unwatched), await start(watched)] as const;
    const { system } = contestants[1];
    const boards = await OpenBoards.open(system, await makeKey(system), boardCount);
    const rounds = await runRounds(context, contestants);
    const answered = boards.answered();
    context.say(`  the boards loaded something ${answered.toLocaleString("en")} times`);
    boards.close();
    for (const { system: stopped } of contestants) await stopped.stop();
    return {
      details: { ...Object(roundDetails(rounds)), answered },
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: `single readings: rate with ${watched} open, to that without`,
          measured: ratio(rounds, rate, watched, unwatched),
          unit: "x",
          target: { atLeast: 0.95 },
        },
        {
          what: `single readings: CPU a reading with ${watched} open, to that without`,
          measured: ratio(rounds, cpu, watched, unwatched),
          unit: "x",
        },
      ],
    };
  },
};
