import { bulkLoad, type Load, singleLoad } from "../load/load.ts";
import { Bench, untilDrained } from "../measure.ts";
import { type SystemMemory, systemMemory } from "../process-memory.ts";
import { partOf, processTree } from "../process-tree.ts";
import type { System } from "../systems/system.ts";
import { startWeir } from "../systems/weir.ts";
import { type Finding, median, type Scenario, type ScenarioContext } from "./scenario.ts";
import { firstReadingSecond } from "./side-by-side.ts";

/** Memory of the server process and its processor, in MiB, and of all processes, sampled once a second. */
interface MemorySamples {
  readonly server: number[];
  readonly processor: number[];
  readonly all: SystemMemory[];
}

const serverMiBMax = 200;
const distinctMbMax = 250;
const growthPercentMax = 5;
const secondsADay = 86_400;
/** Growth is measured from the middle of the load to its end, each averaged over this many samples. */
const plateauSamples = 10;

export const memory: Scenario = {
  name: "memory",
  about: "resident memory over a minute of full load, bulk and then single, on one server: Weir",

  async run(context) {
    const { workspace } = context;
    const system = await startWeir(workspace, { deviceCount: singleLoad.deviceCount, sensorsPerDevice: 1 });
    // Bulk comes first: it fills the duplicate memory to its limit within seconds, so any later growth is a
    // leak.
    const bulk = await sampleDuring(context, system, bulkLoad, firstReadingSecond());
    const single = await sampleDuring(context, system, singleLoad, firstReadingSecond() + secondsADay / 2);
    const faults = await system.faults();
    if (faults.length > 0) throw new Error(`The run of Weir is void: ${faults.join("; ")}`);
    await system.stop();
    const findings = [...judge("bulk", bulk), ...judge("single", single)];
    return { details: { bulk, single }, disturbedRounds: 0, findings };
  },
};

async function sampleDuring(
  context: ScenarioContext,
  system: System,
  load: Load,
  firstSecond: number,
): Promise<MemorySamples> {
  const samples: MemorySamples = { server: [], processor: [], all: [] };
  const timer = setInterval(() => {
    const processes = system.pids.flatMap(processTree);
    samples.all.push(systemMemory(processes.map(({ pid }) => pid)));
    for (const sample of processes) {
      const mib = sample.rssBytes / 1024 ** 2;
      const part = partOf(sample);
      if (part === "ingest") samples.server.push(mib);
      if (part === "process") samples.processor.push(mib);
    }
  }, 1000);
  await new Bench(context.workspace, system, load, firstSecond).loadFor(context.memorySeconds);
  clearInterval(timer);
  context.say(`  ${load.shape}: ${describe(samples)}`);
  await untilDrained(system);
  return samples;
}

function describe({ server, processor, all }: MemorySamples): string {
  const at = [10, 30, 60].filter((second) => second <= server.length + 1);
  const moments = at.map(
    (second) => `${Math.round(server[Math.min(second, server.length) - 1]!)} MiB at ${second} s`,
  );
  const peak = Math.round(Math.max(...server));
  return (
    `server ${moments.join(", ")}, peak ${peak} MiB; processor peak ${Math.round(Math.max(...processor))} MiB; ` +
    `all processes peak ${Math.round(peakMb(all, "distinctBytes"))} MB, ${Math.round(peakMb(all, "residentBytes"))} MB with shared pages in each`
  );
}

function peakMb(all: readonly SystemMemory[], figure: keyof SystemMemory): number {
  return Math.max(...all.map((memory) => memory[figure])) / 1e6;
}

function judge(loadName: string, { server, all }: MemorySamples): Finding[] {
  const middle = server.slice(server.length >> 1).slice(0, plateauSamples);
  const end = server.slice(-plateauSamples);
  return [
    {
      what: `memory of the server after a minute of ${loadName} load`,
      measured: median(end),
      unit: "MiB",
      target: { atMost: serverMiBMax },
    },
    {
      what: `growth of it in the second half of the ${loadName} load`,
      measured: (median(end) / median(middle) - 1) * 100,
      unit: "%",
      target: { atMost: growthPercentMax },
    },
    {
      what: `most memory of all processes under ${loadName} load, what they share counted once`,
      measured: peakMb(all, "distinctBytes"),
      unit: "MB",
      target: { atMost: distinctMbMax },
    },
    {
      what: `the same under ${loadName} load, what they share counted for each`,
      measured: peakMb(all, "residentBytes"),
      unit: "MB",
    },
  ];
}
