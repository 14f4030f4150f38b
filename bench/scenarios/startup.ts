import { bulkLoad } from "../load/load.ts";
import { Bench, untilDrained } from "../measure.ts";
import { isOk } from "../systems/system.ts";
import { projectFolder, startWeir, weirEnvironment } from "../systems/weir.ts";
import { freePort } from "../workspace.ts";
import { type Finding, median, type Scenario, type ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const readySecondsMax = 2;
/** Long enough to fill the duplicate memory, which a start has to rebuild. */
const fillSeconds = 5;

export const startup: Scenario = {
  name: "startup",
  about: "from `npm start` to ready: first start, later start, start with a full memory of duplicates",

  async run(context) {
    const first: number[] = [];
    const later: number[] = [];
    const full: number[] = [];
    for (let start = 0; start < context.starts; start++) {
      const dataDir = context.workspace.folder("start");
      first.push(await secondsToReady(context, dataDir));
      later.push(await secondsToReady(context, dataDir));
      context.workspace.remove(dataDir);
    }
    const filledDir = await fill(context);
    for (let start = 0; start < context.starts; start++) full.push(await secondsToReady(context, filledDir));
    context.workspace.remove(filledDir);
    context.say(`  first ${list(first)}; later ${list(later)}; with a full memory ${list(full)}`);
    return {
      details: { first, later, full },
      disturbedRounds: 0,
      findings: [
        finding("start to ready, first start", first),
        finding("start to ready, later start", later),
        finding("start to ready, a million readings remembered", full),
      ],
    };
  },
};

async function secondsToReady({ workspace }: ScenarioContext, dataDir: string): Promise<number> {
  const port = freePort();
  const service = await workspace.start("npm-start", {
    command: ["npm", "start"],
    cwd: projectFolder,
    env: weirEnvironment(dataDir, port),
    isReady: () => isOk(`http://127.0.0.1:${port}/readyz`),
  });
  await service.stop();
  return service.readyMs / 1000;
}

/** Fills a data folder with some million readings and stops its server. */
async function fill({ workspace }: ScenarioContext): Promise<string> {
  const system = await startWeir(workspace, { deviceCount: bulkLoad.deviceCount, sensorsPerDevice: 1 });
  await new Bench(workspace, system, bulkLoad, firstReadingSecond()).loadFor(fillSeconds);
  await untilDrained(system);
  await system.halt();
  return system.dataDir;
}

function finding(what: string, seconds: readonly number[]): Finding {
  return { what, measured: median(seconds), unit: "s", target: { atMost: readySecondsMax } };
}

function list(seconds: readonly number[]): string {
  return `${seconds.map((value) => value.toFixed(2)).join(" ")} s`;
}
