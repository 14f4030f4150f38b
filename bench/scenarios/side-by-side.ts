import { type Load, sensorsPerDevice } from "../load/load.ts";
import { Bench } from "../measure.ts";
import { type Rounds, runRounds } from "../rounds.ts";
import { startInfluxdb } from "../systems/influxdb.ts";
import type { StartSystem, System, SystemName } from "../systems/system.ts";
import { startVictoriaMetrics } from "../systems/victoria-metrics.ts";
import { startWeir } from "../systems/weir.ts";
import type { ScenarioContext } from "./scenario.ts";

export const starters: Record<SystemName, StartSystem> = {
  Weir: startWeir,
  InfluxDB: startInfluxdb,
  VictoriaMetrics: startVictoriaMetrics,
};

/**
 * Readings are a day old: never ahead of any clock, and within the newest partition or shard of every system.
 */
const firstReadingSecondsAgo = 86_400;

export function firstReadingSecond(): number {
  return Math.floor(Date.now() / 1000) - firstReadingSecondsAgo;
}

/**
 * Runs the named systems under one load. Each starts empty, and all keep running while they are loaded in
 * turn.
 */
export async function runSideBySide(
  context: ScenarioContext,
  names: readonly SystemName[],
  load: Load,
): Promise<Rounds> {
  const { workspace } = context;
  const options = { deviceCount: load.deviceCount, sensorsPerDevice: sensorsPerDevice(load) };
  const systems: System[] = [];
  for (const name of names) systems.push(await starters[name](workspace, options));
  const contestants = systems.map((system) => ({
    label: system.name,
    bench: new Bench(workspace, system, load, firstReadingSecond()),
  }));
  const rounds = await runRounds(context, contestants);
  for (const system of systems) await system.stop();
  return rounds;
}
