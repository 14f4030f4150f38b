import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { logFile } from "../../packages/server/src/queue/sqlite-log/log-schema.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { minuteS, yearReadings, yearUpTo } from "../load/year.ts";
import { untilMachineIsFree } from "../machine.ts";
import { otherCoresMax, watchOthers } from "../other-work.ts";
import { influxdbWritePath, startInfluxdb } from "../systems/influxdb.ts";
import { writeYear } from "../systems/line-protocol.ts";
import type { Plot, System } from "../systems/system.ts";
import { startVictoriaMetrics, victoriaMetricsWritePath } from "../systems/victoria-metrics.ts";
import { startWeir } from "../systems/weir.ts";
import { isMerged, storeBulk, storeRows } from "../systems/weir-year.ts";
import { type Finding, median, type Scenario } from "./scenario.ts";

const bytesMax = 3;
const bucketCount = 1000;
/** How often each system is asked per round. The median is its time of the round. */
const timesPerRound = 7;
const mergeTimeoutMs = 300_000;
const mergePollMs = 100;

type Label = "Weir, one by one" | "Weir, bulk" | "InfluxDB" | "VictoriaMetrics";
const [rows, bulk, influxdb, victoriaMetrics] = [
  "Weir, one by one",
  "Weir, bulk",
  "InfluxDB",
  "VictoriaMetrics",
] as const;

export const blocks: Scenario = {
  name: "blocks",
  about:
    "a year of one reading a minute, after Weir has merged its rows: bytes at rest, and 1,000 buckets of it",

  async run({ workspace, rounds, say }) {
    const year = yearUpTo(Date.now());
    const options = { deviceCount: 1, sensorsPerDevice: 1 };
    const single = await startWeir(workspace, { ...options, prepare: (dataDir) => storeRows(dataDir, year) });
    const sentInBulk = await startWeir(workspace, {
      ...options,
      prepare: (dataDir) => storeBulk(dataDir, year),
    });
    const influx = await startInfluxdb(workspace);
    const victoria = await startVictoriaMetrics(workspace);
    await writeYear(influx, influxdbWritePath, year);
    await writeYear(victoria, victoriaMetricsWritePath, year);
    await victoria.merge();
    for (const { dataDir } of [single, sentInBulk]) await untilMerged(dataDir);
    const systems: readonly [Label, System][] = [
      [rows, single],
      [bulk, sentInBulk],
      [influxdb, influx],
      [victoriaMetrics, victoria],
    ];
    for (const [label, system] of systems) await requireAll(label, system);

    const plot: Plot = {
      fromSecond: year.firstSecond,
      toSecond: year.lastSecond + minuteS,
      bucketSeconds: (yearReadings * minuteS) / bucketCount,
    };
    const measured: Map<Label, number>[] = [];
    let disturbedRounds = 0;
    for (let round = 1; round <= rounds; round++) {
      await untilMachineIsFree();
      const others = watchOthers();
      const ms = new Map<Label, number>();
      for (const [label, system] of systems) ms.set(label, await chartMs(label, system, plot));
      measured.push(ms);
      say(
        `  round ${round}  ${[...ms].map(([label, value]) => `${label} ${value.toFixed(1)} ms`).join("; ")}`,
      );
      if (others() > otherCoresMax) disturbedRounds++;
    }
    for (const [label, system] of systems) await requireAll(label, system);

    await single.halt();
    await sentInBulk.halt();
    await victoria.halt();
    const bytes = {
      [rows]: statSync(join(single.dataDir, storeFile)).size,
      [bulk]: statSync(join(sentInBulk.dataDir, storeFile)).size,
      [victoriaMetrics]: folderBytes(join(victoria.dataDir, "data")),
      queue: statSync(join(single.dataDir, logFile)).size,
    };
    for (const [, system] of systems) await system.stop();
    return {
      findings: [...sizeFindings(bytes), ...chartFindings(measured)],
      disturbedRounds,
      details: { bytes, chartMs: measured.map((ms) => Object.fromEntries(ms)) },
    };
  },
};

async function untilMerged(dataDir: string): Promise<void> {
  const deadlineMs = performance.now() + mergeTimeoutMs;
  while (!isMerged(dataDir)) {
    if (performance.now() > deadlineMs) throw new Error(`Rows were not merged in ${mergeTimeoutMs} ms.`);
    await Bun.sleep(mergePollMs);
  }
}

async function requireAll(label: Label, system: System): Promise<void> {
  const stored = await system.storedReadings();
  if (stored !== yearReadings) {
    throw new Error(`The run is void: ${label} has ${stored} of ${yearReadings} readings.`);
  }
}

/** Buckets of a fixed width may begin before the year. One more bucket may then end after it. */
async function chartMs(label: Label, system: System, plot: Plot): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < timesPerRound; time++) {
    const startedMs = performance.now();
    const buckets = await system.chart(plot);
    taken.push(performance.now() - startedMs);
    if (buckets < bucketCount || buckets > bucketCount + 1) {
      throw new Error(`The run is void: a chart of ${label} has ${buckets} of ${bucketCount} buckets.`);
    }
  }
  return median(taken);
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function sizeFindings(bytes: Record<Exclude<Label, "InfluxDB"> | "queue", number>): Finding[] {
  const perReading = (label: Exclude<Label, "InfluxDB">): Pick<Finding, "what" | "measured" | "unit"> => ({
    what: `a year of minutes at rest, per reading, ${label}`,
    measured: bytes[label] / yearReadings,
    unit: "bytes",
  });
  return [
    { ...perReading(rows), target: { atMost: bytesMax } },
    perReading(bulk),
    perReading(victoriaMetrics),
    { what: "queue.db with a day of it, to recognise repeats", measured: bytes.queue / 1024, unit: "KiB" },
  ];
}

function chartFindings(rounds: readonly ReadonlyMap<Label, number>[]): Finding[] {
  const times = [rows, bulk, influxdb, victoriaMetrics].map((label): Finding => {
    const measured = median(rounds.map((ms) => ms.get(label)!));
    return { what: `a year of minutes to 1,000 buckets, ${label}`, measured, unit: "ms" };
  });
  const ratios = [bulk, influxdb, victoriaMetrics].map((label): Finding => {
    const measured = median(rounds.map((ms) => ms.get(rows)! / ms.get(label)!));
    return { what: `1,000 buckets, ${rows} to ${label}`, measured, unit: "x" };
  });
  return [...times, ...ratios];
}
