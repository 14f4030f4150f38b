import { SqliteReadingQueries } from "../../packages/server/src/store/readings/sqlite/sqlite-reading-queries.ts";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";
import { type Finding, median, type Scenario, type ScenarioContext } from "./scenario.ts";

const secondsMax = 0.1;
/** How often each question is asked per round. The first time counts like the others. */
const timesPerRound = 7;

const minuteUs = 60_000_000;
const yearReadings = 525_600;
const bucketCount = 1000;
const manySensors = 10_000;
/** A full block. */
const readingsPerSensor = 1000;
const firstUs = Date.UTC(2026, 0, 1) * 1000;
/** A batch with fewer readings of a sensor is stored as rows. */
const rowsPerBatch = 15;

type Form = "rows" | "blocks";
const forms: readonly Form[] = ["rows", "blocks"];

export const queries: Scenario = {
  name: "queries",
  about:
    "a year of minutes to 1,000 buckets, and the latest values of 10,000 sensors, from rows and from blocks",

  async run(context) {
    const details: Record<string, number[]> = {};
    const findings: Finding[] = [];
    for (const form of forms) {
      const year = await measure(context, (store) => saveYear(store, form), bucketYear);
      const latest = await measure(context, (store) => saveMany(store, form), findLatest);
      context.say(`  ${form}: year to buckets ${listMs(year)}; latest values ${listMs(latest)}`);
      details[`year of ${form}`] = year;
      details[`latest of ${form}`] = latest;
      findings.push(
        finding(`a year of minutes (${form}) to 1,000 buckets`, year),
        finding(`latest values of 10,000 sensors (${form})`, latest),
      );
    }
    return { findings, disturbedRounds: 0, details };
  },
};

/** Fills a store of its own, asks repeatedly, and returns the seconds of each answer. */
async function measure(
  { workspace, rounds }: ScenarioContext,
  fill: (store: TestReadingStore) => void,
  ask: (queries: SqliteReadingQueries) => Promise<void>,
): Promise<number[]> {
  const dataDir = workspace.folder("queries");
  const store = new TestReadingStore(dataDir);
  fill(store);
  store.sync();
  store.close();
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const opened = new SqliteReadingQueries(dataDir);
    for (let time = 0; time < timesPerRound; time++) {
      const startedMs = performance.now();
      await ask(opened);
      seconds.push((performance.now() - startedMs) / 1000);
    }
    await opened.close();
  }
  workspace.remove(dataDir);
  return seconds;
}

function saveYear(store: TestReadingStore, form: Form): void {
  const perBatch = form === "rows" ? rowsPerBatch : yearReadings;
  for (let start = 0; start < yearReadings; start += perBatch) {
    inBatch(store, () => {
      for (let nth = start; nth < Math.min(start + perBatch, yearReadings); nth++) save(store, 1, nth, form);
    });
  }
}

function saveMany(store: TestReadingStore, form: Form): void {
  const perBatch = form === "rows" ? rowsPerBatch : readingsPerSensor;
  inBatch(store, () => {
    for (let sensorId = 1; sensorId <= manySensors; sensorId++) {
      for (let nth = 0; nth < perBatch; nth++) save(store, sensorId, nth, form);
    }
  });
}

function inBatch(store: TestReadingStore, work: () => void): void {
  const { position } = store.progress();
  store.begin();
  work();
  store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
}

/**
 * A temperature with one decimal, and its time. Readings in blocks were sent from a buffer, an hour at a
 * time.
 */
function save(store: TestReadingStore, sensorId: number, nth: number, form: Form): void {
  const atUs = firstUs + nth * minuteUs;
  const value = Math.round(200 + 50 * Math.sin((nth + sensorId) / 500) + ((nth * 7919) % 13)) / 10;
  const receivedUs = form === "rows" ? atUs + 250_000 : firstUs + Math.ceil((nth + 1) / 60) * 60 * minuteUs;
  store.save(sensorId, atUs, value, receivedUs, atUs / 1e6, 0, "");
}

async function bucketYear(opened: SqliteReadingQueries): Promise<void> {
  const toUs = firstUs + yearReadings * minuteUs;
  const edgesUs = Float64Array.from(
    { length: bucketCount + 1 },
    (_, nth) => firstUs + (nth * (toUs - firstUs)) / bucketCount,
  );
  const { counts } = await opened.buckets({ sensorId: 1, fromUs: firstUs, toUs, edgesUs });
  const counted = counts.reduce((sum, count) => sum + count, 0);
  if (counted !== yearReadings) throw new Error(`The buckets hold ${counted} of ${yearReadings} readings.`);
}

async function findLatest(opened: SqliteReadingQueries): Promise<void> {
  const found = await opened.latestOf(Array.from({ length: manySensors }, (_, nth) => nth + 1));
  if (found.size !== manySensors) throw new Error(`Of ${manySensors} sensors ${found.size} have a value.`);
}

function finding(what: string, seconds: readonly number[]): Finding {
  return { what, measured: median(seconds), unit: "s", target: { atMost: secondsMax } };
}

function listMs(seconds: readonly number[]): string {
  return `${(median(seconds) * 1000).toFixed(1)} ms (${(Math.min(...seconds) * 1000).toFixed(1)} to ${(Math.max(...seconds) * 1000).toFixed(1)})`;
}
