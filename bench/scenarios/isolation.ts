import { writeFileSync } from "node:fs";
import { runAside } from "../chains/run-aside.ts";
import { type HonestTimes, measureHonest } from "../isolation/honest-clients.ts";
import { type HostileLoad, hostileLoads } from "../isolation/hostile-loads.ts";
import { startIsolationWorld } from "../isolation/isolation-world.ts";
import { otherCoresMax, watchOthers } from "../other-work.ts";
import { type Finding, median, type Scenario } from "./scenario.ts";

const ratioMax = 5;
const senderFile = new URL("../isolation/hostile-sender.ts", import.meta.url).pathname;

/** One load in one round. */
interface Measured {
  readonly before: HonestTimes;
  readonly meanwhile: HonestTimes;
  /** How often the attacker got which status. */
  readonly answers: Readonly<Record<string, number>>;
}

export const isolation: Scenario = {
  name: "isolation",
  about:
    "p99 of an honest device and of an honest person's page, before and while one account or a stranger sends the most expensive bulk bodies, imports, exports, lists, share links, streams, chains, sign-ins or provisioning",

  async run({ workspace, seconds, rounds, say }) {
    await using world = await startIsolationWorld();
    const loads = hostileLoads(world);
    const measured = new Map<string, Measured[]>(loads.map(({ name }) => [name, []]));
    let disturbedRounds = 0;
    await measureHonest(world, seconds);
    for (let round = 1; round <= rounds; round++) {
      const others = watchOthers();
      for (const load of loads) {
        const before = await measureHonest(world, seconds);
        const file = workspace.path("load.json");
        writeFileSync(file, JSON.stringify(load));
        await using sender = runAside([senderFile, file]);
        await Bun.sleep(1000);
        const meanwhile = await measureHonest(world, seconds);
        // On a very busy machine the attacker may not even have begun.
        const answers = JSON.parse((await sender.stop()) || "{}") as Record<string, number>;
        measured.get(load.name)!.push({ before, meanwhile, answers });
        say(`  round ${round}  ${line(load, { before, meanwhile, answers })}`);
      }
      if (others() > otherCoresMax) disturbedRounds++;
    }
    const findings = [...measured].flatMap(([name, runs]) => findingsOf(name, runs));
    return { findings, disturbedRounds, details: Object.fromEntries(measured) };
  },
};

function line({ name }: HostileLoad, { before, meanwhile, answers }: Measured): string {
  const times = (pick: (times: HonestTimes) => number) =>
    `${pick(before).toFixed(1)} → ${pick(meanwhile).toFixed(1)} ms`;
  const device = `device p99 ${times((one) => one.deviceP99Ms)}`;
  const page = `page p99 ${times((one) => one.pageP99Ms)}`;
  return `${name.padEnd(13)}${device}, ${page}, unanswered ${meanwhile.unanswered}; attacker: ${JSON.stringify(answers)}`;
}

function findingsOf(name: string, runs: readonly Measured[]): Finding[] {
  const ratioOf = (pick: (times: HonestTimes) => number) =>
    median(runs.map(({ before, meanwhile }) => pick(meanwhile) / pick(before)));
  const sum = (count: (run: Measured) => number) => runs.reduce((total, run) => total + count(run), 0);
  const unanswered = sum(({ meanwhile, answers }) => meanwhile.unanswered + (answers.unanswered ?? 0));
  const target = { atMost: ratioMax };
  return [
    {
      ...{ what: `${name}: p99 of an honest device, to before`, unit: "x", target },
      measured: ratioOf(({ deviceP99Ms }) => deviceP99Ms),
    },
    {
      ...{ what: `${name}: p99 of an honest page, to before`, unit: "x", target },
      measured: ratioOf(({ pageP99Ms }) => pageP99Ms),
    },
    { what: `${name}: unanswered requests`, measured: unanswered, unit: "requests", target: { atMost: 0 } },
  ];
}
