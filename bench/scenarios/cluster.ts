import { bulkLoad, type Load, manySinglesLoad } from "../load/load.ts";
import { Bench, type Measurement } from "../measure.ts";
import {
  cpu,
  cpuOfPart,
  medianOf,
  type Rounds,
  rate,
  ratio,
  roundDetails,
  runFreshRounds,
} from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import { startWeirCluster } from "../systems/weir-cluster.ts";
import type { Finding, Scenario, ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

const embedded = "embedded";
/** Devices send to its ingest node, without haproxy. */
const onePair = "1 pair";
const twoPairs = "2 pairs";
/** Where the CPU of a cluster goes. */
const parts = ["ingest", "process", "nats-server", "postgres", "redis-server", "haproxy"];
const cpuWithoutProxy = (measurement: Measurement): number =>
  cpu(measurement) - cpuOfPart("haproxy")(measurement);
/** A cluster works even when idle, which shorter rounds would add to the cost of fewer readings. */
const secondsMin = 20;

export const cluster: Scenario = {
  name: "cluster",
  about:
    "single readings and bulks, embedded and on a cluster with one and two pairs of ingest and process: Weir",

  async run(context) {
    const single = await runLoad(context, manySinglesLoad);
    const bulk = await runLoad(context, bulkLoad);
    return {
      details: { single: roundDetails(single), bulk: roundDetails(bulk) },
      disturbedRounds: single.disturbedRounds + bulk.disturbedRounds,
      findings: [...findingsOf("single readings", single), ...findingsOf("bulks", bulk)],
    };
  },
};

async function runLoad(context: ScenarioContext, load: Load): Promise<Rounds> {
  const { workspace } = context;
  const options = { deviceCount: load.deviceCount, sensorsPerDevice: 1 };
  const starters = {
    [embedded]: () => startWeir(workspace, options),
    [onePair]: () => startWeirCluster(workspace, { ...options, pairs: 1, isDirect: true }),
    [twoPairs]: () => startWeirCluster(workspace, { ...options, pairs: 2 }),
  };
  const contestants = Object.entries(starters).map(([label, start]) => ({
    label,
    start: async () => new Bench(workspace, await start(), load, firstReadingSecond()),
  }));
  return runFreshRounds({ ...context, seconds: Math.max(context.seconds, secondsMin) }, contestants);
}

function findingsOf(what: string, rounds: Rounds): Finding[] {
  const ofCluster = [onePair, twoPairs].flatMap((label): Finding[] => [
    { what: `${what}, ${label}: rate`, measured: medianOf(rounds, rate, label), unit: "readings/s" },
    {
      what: `${what}, ${label}: rate, to embedded`,
      measured: ratio(rounds, rate, label, embedded),
      unit: "x",
    },
    { what: `${what}, ${label}: CPU a reading`, measured: medianOf(rounds, cpu, label), unit: "us" },
    {
      what: `${what}, ${label}: CPU a reading without haproxy`,
      measured: medianOf(rounds, cpuWithoutProxy, label),
      unit: "us",
    },
    ...parts.map(
      (part): Finding => ({
        what: `${what}, ${label}: CPU a reading of ${part}`,
        measured: medianOf(rounds, cpuOfPart(part), label),
        unit: "us",
      }),
    ),
  ]);
  return [
    {
      what: `${what}, 2 pairs: CPU a reading without haproxy, to 1 pair`,
      measured: ratio(rounds, cpuWithoutProxy, twoPairs, onePair),
      unit: "x",
    },
    { what: `${what}, embedded: rate`, measured: medianOf(rounds, rate, embedded), unit: "readings/s" },
    { what: `${what}, embedded: CPU a reading`, measured: medianOf(rounds, cpu, embedded), unit: "us" },
    ...ofCluster,
  ];
}
