import { singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { cpu, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { startWeir, type Weir } from "../systems/weir.ts";
import { makeKey, type WeirKey } from "../systems/weir-key.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

interface OpenPages {
  /** Throws if the pages received less than they should have, because the load was then smaller than reported. */
  received(): Readonly<Record<string, number>>;
  close(): void;
}

interface Beside {
  /** The pages in words, such as "50 listeners". */
  readonly pages: string;
  readonly open: (system: Weir, access: WeirKey) => Promise<OpenPages>;
}

/** Measures single readings on a server with open pages, and on one without. */
export async function measureBesidePages(
  context: ScenarioContext,
  { pages, open }: Beside,
): ReturnType<Scenario["run"]> {
  const { workspace } = context;
  const options = { deviceCount: singleLoad.deviceCount, sensorsPerDevice: 1 };
  const alone = "no page";
  const start = async (label: string) => {
    const system = await startWeir(workspace, options);
    return { label, system, bench: new Bench(workspace, system, singleLoad, firstReadingSecond()) };
  };
  const contestants = [await start(alone), await start(pages)] as const;
  const { system } = contestants[1];
  const opened = await open(system, await makeKey(system));
  const rounds = await runRounds(context, contestants);
  const received = opened.received();
  for (const [what, count] of Object.entries(received))
    context.say(`  ${what}: ${count.toLocaleString("en")}`);
  opened.close();
  for (const { system: stopped } of contestants) await stopped.stop();
  return {
    details: { ...Object(roundDetails(rounds)), ...received },
    disturbedRounds: rounds.disturbedRounds,
    findings: [
      {
        what: `single readings: rate with ${pages} open, to that without`,
        measured: ratio(rounds, rate, pages, alone),
        unit: "x",
        target: { atLeast: 0.95 },
      },
      {
        what: `single readings: CPU a reading with ${pages} open, to that without`,
        measured: ratio(rounds, cpu, pages, alone),
        unit: "x",
      },
    ],
  };
}
