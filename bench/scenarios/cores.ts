import { availableParallelism } from "node:os";
import { listenersFor } from "../../packages/server/src/roles/ingest/listener-count.ts";
import { bulkLoad, type Load, singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { cpu, medianOf, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { cannotSimulate, SimulatedMachine } from "../simulated-machine.ts";
import { startWeir } from "../systems/weir.ts";
import type { Finding, Scenario, ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const sizes = [2, 4, 8, 16];
/** The rest of this machine is for the load generator while it simulates the largest. */
const coresToShare = availableParallelism() * 0.64;
const speed = coresToShare / Math.max(...sizes);
/** Compilers take far longer on slow cores, so they do most of their work before the machine is simulated. */
const warmUpSeconds = 12;

const label = (cores: number): string => `${cores} cores`;

/** For whoever reads the counters while a slow machine has not yet noticed that the load has hung up. */
const connectionsBesides = 64;

/** A large installation has many devices; with few, entries of the queue hold fewer readings than it would have. */
const loads: Readonly<Record<string, Load>> = {
  "single readings": { ...singleLoad, deviceCount: 1024, connections: 1024 },
  bulks: { ...bulkLoad, deviceCount: 32, connections: 32 },
};

export const cores: Scenario = {
  name: "cores",
  about: `single readings and bulks on simulated machines with ${sizes.join(", ")} slow cores (${speed.toFixed(2)} of a core of this one each), with as many listener threads as Weir chooses there`,

  async run(context) {
    const problem = cannotSimulate();
    if (problem !== null) {
      context.say(`  not measured: ${problem}`);
      return { details: null, disturbedRounds: 0, findings: [] };
    }
    const results = [];
    for (const [what, load] of Object.entries(loads)) results.push(await runSizes(context, what, load));
    return {
      details: results.map(({ details }) => details),
      disturbedRounds: results.reduce((sum, { disturbedRounds }) => sum + disturbedRounds, 0),
      findings: results.flatMap(({ findings }) => findings),
    };
  },
};

async function runSizes(context: ScenarioContext, what: string, load: Load) {
  const { workspace } = context;
  const contestants = [];
  using machines = new DisposableStack();
  for (const size of sizes) {
    const env = {
      WEIR_INGEST_THREADS: String(listenersFor(size)),
      WEIR_CONNECTIONS_PER_SOURCE_MAX: String(load.connections + connectionsBesides),
    };
    const system = await startWeir(workspace, { deviceCount: load.deviceCount, sensorsPerDevice: 1, env });
    const bench = new Bench(workspace, system, load, firstReadingSecond());
    await bench.loadFor(warmUpSeconds);
    machines.use(new SimulatedMachine(system.pids, size, speed));
    contestants.push({ label: label(size), system, bench });
  }
  const rounds = await runRounds(context, contestants);
  for (const { system } of contestants) await system.stop();
  const findings: Finding[] = sizes.flatMap((size, index): Finding[] => {
    const name = label(size);
    const smaller = sizes[index - 1];
    const measured: Finding = {
      what: `${what}: rate on ${name} of ${speed.toFixed(2)}`,
      measured: medianOf(rounds, rate, name),
      unit: "readings/s",
    };
    if (smaller === undefined) return [measured];
    return [
      measured,
      {
        what: `${what}: rate on ${name}, to that on ${smaller}`,
        measured: ratio(rounds, rate, name, label(smaller)),
        unit: "x",
        target: { atLeast: 1.7 },
      },
      {
        what: `${what}: CPU a reading on ${name}, to that on ${smaller}`,
        measured: ratio(rounds, cpu, name, label(smaller)),
        unit: "x",
      },
    ];
  });
  return {
    details: { what, ...Object(roundDetails(rounds)) },
    disturbedRounds: rounds.disturbedRounds,
    findings,
  };
}
