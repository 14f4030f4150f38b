import { availableParallelism } from "node:os";
import { bulkLoad, type Load, singleLoad } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { cpu, medianOf, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import { startWeir } from "../systems/weir.ts";
import type { Finding, Scenario, ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

/** More threads than cores would show nothing. */
const counts = [1, 2, 4, 8].filter((threads) => threads <= Math.max(2, availableParallelism()));

const label = (threads: number): string => (threads === 1 ? "1 thread" : `${threads} threads`);

export const cores: Scenario = {
  name: "cores",
  about: `single readings and bulks with ${counts.join(", ")} listener threads: Weir`,

  async run(context) {
    const single = await runThreads(context, "single readings", singleLoad);
    const bulk = await runThreads(context, "bulks", bulkLoad);
    return {
      details: { single: single.details, bulk: bulk.details },
      disturbedRounds: single.disturbedRounds + bulk.disturbedRounds,
      findings: [...single.findings, ...bulk.findings],
    };
  },
};

async function runThreads(context: ScenarioContext, what: string, load: Load) {
  const { workspace } = context;
  const contestants = [];
  for (const threads of counts) {
    const env = { WEIR_INGEST_THREADS: String(threads) };
    const system = await startWeir(workspace, { deviceCount: load.deviceCount, sensorsPerDevice: 1, env });
    const bench = new Bench(workspace, system, load, firstReadingSecond());
    contestants.push({ label: label(threads), system, bench });
  }
  const rounds = await runRounds(context, contestants);
  for (const { system } of contestants) await system.stop();
  const findings: Finding[] = counts.flatMap((threads): Finding[] => {
    const name = label(threads);
    const measured: Finding = {
      what: `${what}: rate with ${name}`,
      measured: medianOf(rounds, rate, name),
      unit: "readings/s",
    };
    if (threads === 1) return [measured];
    return [
      measured,
      {
        what: `${what}: rate with ${name}, to that with 1`,
        measured: ratio(rounds, rate, name, label(1)),
        unit: "x",
      },
      {
        what: `${what}: CPU a reading with ${name}, to that with 1`,
        measured: ratio(rounds, cpu, name, label(1)),
        unit: "x",
      },
    ];
  });
  return { details: roundDetails(rounds), disturbedRounds: rounds.disturbedRounds, findings };
}
