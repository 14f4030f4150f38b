import { bulkLoad, type Load, overlappingLoad, singleLoad } from "../load/load.ts";
import { Bench, untilDrained } from "../measure.ts";
import { type Contestant, cpu, rate, ratio, roundDetails, runRounds } from "../rounds.ts";
import type { System, SystemName } from "../systems/system.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { firstReadingSecond, starters } from "./side-by-side.ts";

/** Current readings before the older ones: more than the memory of identities is needed for, and soon sent. */
const currentReadings = 100_000;
/** Current readings are this much newer than the first of the older ones, so older ones never catch up. */
const currentAfterSeconds = 80_000;

interface Backfill {
  readonly label: string;
  readonly system: SystemName;
  readonly load: Load;
  /** Whether the sensors have sent current readings before. */
  readonly isLate: boolean;
}

const backfills: readonly Backfill[] = [
  { label: "Weir, no current", system: "Weir", load: bulkLoad, isLate: false },
  { label: "Weir", system: "Weir", load: bulkLoad, isLate: true },
  { label: "Weir, half again", system: "Weir", load: overlappingLoad, isLate: true },
  { label: "InfluxDB", system: "InfluxDB", load: bulkLoad, isLate: true },
  { label: "VictoriaMetrics", system: "VictoriaMetrics", load: bulkLoad, isLate: true },
];

export const backfill: Scenario = {
  name: "backfill",
  about:
    "older readings of sensors that have sent current ones, 1,000 a request, 8 connections: Weir, InfluxDB, VictoriaMetrics",

  async run(context) {
    const systems: System[] = [];
    const contestants: Contestant[] = [];
    for (const { label, system: name, load, isLate } of backfills) {
      const system = await starters[name](context.workspace, {
        deviceCount: singleLoad.deviceCount,
        sensorsPerDevice: 1,
      });
      systems.push(system);
      const first = firstReadingSecond();
      if (isLate) await sendCurrent(context, system, first + currentAfterSeconds);
      contestants.push({ label, bench: new Bench(context.workspace, system, load, first) });
    }
    const rounds = await runRounds(context, contestants);
    for (const system of systems) await system.stop();
    return {
      details: roundDetails(rounds),
      disturbedRounds: rounds.disturbedRounds,
      findings: [
        {
          what: "older readings to readings without current ones: rate",
          measured: ratio(rounds, rate, "Weir", "Weir, no current"),
          unit: "x",
          target: { atLeast: 0.8 },
        },
        {
          what: "older readings to readings without current ones: CPU a reading",
          measured: ratio(rounds, cpu, "Weir", "Weir, no current"),
          unit: "x",
          target: { atMost: 1.3 },
        },
        {
          what: "older readings, half of them sent twice, to readings without current ones: rate",
          measured: ratio(rounds, rate, "Weir, half again", "Weir, no current"),
          unit: "x",
          target: { atLeast: 0.5 },
        },
        {
          what: "older readings: rate, Weir to InfluxDB",
          measured: ratio(rounds, rate, "Weir", "InfluxDB"),
          unit: "x",
        },
        {
          what: "older readings: rate, Weir to VictoriaMetrics",
          measured: ratio(rounds, rate, "Weir", "VictoriaMetrics"),
          unit: "x",
        },
      ],
    };
  },
};

async function sendCurrent(
  { workspace }: ScenarioContext,
  system: System,
  firstSecond: number,
): Promise<void> {
  const bench = new Bench(workspace, system, singleLoad, firstSecond);
  for (let sent = 0; sent < currentReadings; ) sent += (await bench.loadFor(1)).requests;
  await untilDrained(system);
}
