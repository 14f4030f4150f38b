import { type HonestTimes, measureHonest } from "../isolation/honest-clients.ts";
import { type HostileLoad, hostileLoads } from "../isolation/hostile-loads.ts";
import { startHostile } from "../isolation/hostile-process.ts";
import { type IsolationWorld, startIsolationWorld } from "../isolation/isolation-world.ts";
import type { MeasuredLoad } from "../isolation/measured-load.ts";
import { renderLoads } from "../isolation/render-loads.ts";
import { startSink } from "../isolation/start-sink.ts";
import { otherCoresMax, watchOthers } from "../other-work.ts";
import type { Workspace } from "../workspace.ts";
import { type Finding, median, type Scenario } from "./scenario.ts";

const ratioMax = 5;
/** Ten loads in three phases each, so that three rounds take less than eight minutes. */
const phaseSecondsMax = 4;
const startMs = 500;
const quietWindowMs = 250;
const quietCores = 0.15;
const quietMsMax = 15_000;

export const isolation: Scenario = {
  name: "isolation",
  about:
    "p99 of an honest device and of an honest person's page, before and while one account or a stranger sends the most expensive bulk bodies, imports, exports, lists, share links, streams, chains, sign-ins or provisioning",

  async run({ workspace, seconds, rounds, say }) {
    const phaseSeconds = Math.min(seconds, phaseSecondsMax);
    await using world = await startIsolationWorld();
    const loads = chosenLoads(world);
    const measured = new Map<string, MeasuredLoad[]>(loads.map(({ name }) => [name, []]));
    let disturbedRounds = 0;
    await measureHonest(world, phaseSeconds);
    for (let round = 1; round <= rounds; round++) {
      const others = watchOthers();
      for (const load of loads) {
        await untilQuiet(world);
        const run = await measureLoad(world, load, { workspace, seconds: phaseSeconds });
        measured.get(load.name)!.push(run);
        say(`  round ${round}  ${renderLoads(new Map([[load.name, [run]]])).at(-1)}`);
        say(`           attacker: ${JSON.stringify(run.sent)}`);
      }
      if (others() > otherCoresMax) disturbedRounds++;
    }
    say(["", ...renderLoads(measured), ""].join("\n"));
    const findings = loads.flatMap((load) => findingsOf(load, measured.get(load.name)!));
    return { findings, disturbedRounds, details: Object.fromEntries(measured) };
  },
};

/** All of them, or those that WEIR_BENCH_LOADS names, separated by commas. */
function chosenLoads(world: IsolationWorld): HostileLoad[] {
  const wanted = process.env.WEIR_BENCH_LOADS?.split(",");
  return hostileLoads(world).filter(({ name }) => wanted === undefined || wanted.includes(name));
}

async function measureLoad(
  world: IsolationWorld,
  load: HostileLoad,
  { workspace, seconds }: { workspace: Workspace; seconds: number },
): Promise<MeasuredLoad> {
  await using hostile = await startHostile(load, workspace.path("load.json"));
  const [before, coresBefore] = await withCores(world, () => measureHonest(world, seconds));
  hostile.go();
  await Bun.sleep(startMs);
  const [meanwhile, coresMeanwhile] = await withCores(world, () => measureHonest(world, seconds));
  const sent = await hostile.stop();
  const count = Object.values(sent.answers).reduce((sum, one) => sum + one, 0);
  await untilQuiet(world);
  await using sink = await startSink(Math.round(sent.receivedBytes / Math.max(1, count)));
  hostile.go({ url: sink.url, pauseMs: (load.connections * sent.seconds * 1000) / Math.max(1, count) });
  await Bun.sleep(startMs);
  const floor = await measureHonest(world, seconds);
  await hostile.stop();
  const worked = load.worked.reduce((sum, status) => sum + (sent.answers[status] ?? 0), 0);
  const workedPerSecond = worked / sent.seconds;
  return { before, meanwhile, floor, sent, workedPerSecond, coresBefore, coresMeanwhile };
}

async function withCores<T>(world: IsolationWorld, work: () => Promise<T>): Promise<[T, number]> {
  const before = { cpuMs: world.serverCpuMs(), atMs: performance.now() };
  const result = await work();
  return [result, (world.serverCpuMs() - before.cpuMs) / (performance.now() - before.atMs)];
}

/** Waits until the server has done what the last attacker left behind, but not forever. */
async function untilQuiet(world: IsolationWorld): Promise<void> {
  const untilMs = performance.now() + quietMsMax;
  while (performance.now() < untilMs) {
    const [, cores] = await withCores(world, () => Bun.sleep(quietWindowMs));
    if (cores < quietCores) return;
  }
}

function findingsOf({ name, workedPerSecondMin }: HostileLoad, runs: readonly MeasuredLoad[]): Finding[] {
  const ratioOf = (pick: (times: HonestTimes) => number) =>
    median(runs.map(({ before, meanwhile }) => pick(meanwhile) / pick(before)));
  const sum = (count: (run: MeasuredLoad) => number) => runs.reduce((total, run) => total + count(run), 0);
  const unanswered = sum(({ meanwhile, sent }) => meanwhile.unanswered + (sent.answers.unanswered ?? 0));
  const ratio = { unit: "x", target: { atMost: ratioMax }, isRequired: true } as const;
  return [
    {
      what: `${name}: p99 of an honest device, to before`,
      ...ratio,
      measured: ratioOf(({ deviceP99Ms }) => deviceP99Ms),
    },
    {
      what: `${name}: p99 of an honest page, to before`,
      ...ratio,
      measured: ratioOf(({ pageP99Ms }) => pageP99Ms),
    },
    {
      what: `${name}: unanswered requests`,
      measured: unanswered,
      unit: "requests",
      target: { atMost: 0 },
      isRequired: true,
    },
    {
      what: `${name}: requests of the attacker that were worked on`,
      unit: "requests/s",
      measured: Math.min(...runs.map(({ workedPerSecond }) => workedPerSecond)),
      target: { atLeast: workedPerSecondMin },
      isRequired: true,
    },
  ];
}
