import { SqliteActivityStore } from "../../packages/server/src/store/activity/store-sqlite.ts";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";
import { startWeir, type Weir } from "../systems/weir.ts";
import { makeKey, type WeirKey } from "../systems/weir-key.ts";
import { type Finding, median, type Scenario } from "./scenario.ts";

const deviceCount = 100_000;
const pageSize = 50;
const secondsMax = 0.05;
/** How often each page is requested per round. */
const timesPerRound = 7;
/** How many pages are requested one after the other. */
const turnedPages = 20;
const dayMs = 86_400_000;

interface Question {
  readonly what: string;
  readonly query: string;
  /** How many devices the first page must have. */
  readonly found: number;
}

/** Devices are named "Device 0" to "Device 99999". */
const questions: readonly Question[] = [
  { what: "no search", query: "", found: pageSize },
  { what: "search that finds all", query: "search=Device", found: pageSize },
  { what: "search that finds 11", query: "search=Device+4711", found: 11 },
  { what: "search that finds none", query: "search=nothing+like+it", found: 0 },
  { what: "search among UUIDs that finds none", query: "search=00000000-0000", found: 0 },
  { what: "search by a slug that all have", query: "search=sensor-000", found: pageSize },
  { what: "never seen", query: "status=never_seen", found: pageSize },
  { what: "offline and a search that finds 6", query: "status=offline&search=Device+4711", found: 6 },
  { what: "online, of whom there is none", query: "status=online", found: 0 },
  { what: "rejected lately, of whom there are 5", query: "troubled=true", found: 5 },
  { what: "not rejected lately", query: "troubled=false", found: pageSize },
  { what: "by last connection", query: "sort=last_connected&order=desc", found: pageSize },
];

export const deviceList: Scenario = {
  name: "device-list",
  about: `pages of ${pageSize} out of ${deviceCount.toLocaleString("en")} devices, searched, filtered and sorted, over the API: Weir`,

  async run({ workspace, rounds, say }) {
    const system = await startWeir(workspace, { deviceCount, sensorsPerDevice: 1, prepare: seeSome });
    const key = await makeKey(system, ["devices:read"]);
    const measured = new Map<string, number[]>();
    const note = (what: string, seconds: readonly number[]): void => {
      measured.set(what, [...(measured.get(what) ?? []), ...seconds]);
    };
    for (let round = 0; round < rounds; round++) {
      for (const question of questions) {
        for (let time = 0; time < timesPerRound; time++) {
          note(question.what, [await ask(system, key, question)]);
        }
      }
      note("page after page", await turnPages(system, key));
    }
    await system.stop();
    for (const [what, seconds] of measured) say(`  ${what}: ${inMs(seconds)}`);
    return {
      findings: [...measured].map(toFinding),
      disturbedRounds: 0,
      details: Object.fromEntries(measured),
    };
  },
};

/**
 * Every second device connected once, days ago, and had rejected readings. For a few of them this was just
 * now.
 */
function seeSome(dataDir: string): void {
  const store = new TestReadingStore(dataDir);
  const activity = new SqliteActivityStore(store.database);
  const { position } = store.progress();
  const longAgoMs = Date.now() - 30 * dayMs;
  store.begin();
  for (let id = 2; id <= deviceCount; id += 2) {
    const thenMs = longAgoMs + ((id * 7919) % dayMs);
    store.connected([[id, thenMs]]);
    activity.troubled(id, id % 20_000 === 0 ? Date.now() : thenMs);
  }
  store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  store.sync();
  store.close();
}

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

async function readPage(
  system: Weir,
  { path, key }: WeirKey,
  query: string,
): Promise<[Page, seconds: number]> {
  const url = `http://127.0.0.1:${system.port}${path}/devices?limit=${pageSize}&${query}`;
  const startedMs = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const page = (await response.json()) as Page;
  const seconds = (performance.now() - startedMs) / 1000;
  if (response.status !== 200) throw new Error(`A list answered ${response.status}: ${JSON.stringify(page)}`);
  return [page, seconds];
}

async function ask(system: Weir, key: WeirKey, { what, query, found }: Question): Promise<number> {
  const [{ items }, seconds] = await readPage(system, key, query);
  if (items.length !== found) throw new Error(`"${what}" found ${items.length} devices, not ${found}.`);
  return seconds;
}

async function turnPages(system: Weir, key: WeirKey): Promise<number[]> {
  const taken: number[] = [];
  let cursor = "";
  while (taken.length < turnedPages) {
    const [{ next }, seconds] = await readPage(system, key, `search=Device${cursor}`);
    taken.push(seconds);
    cursor = `&cursor=${next}`;
  }
  return taken;
}

function toFinding([what, seconds]: [string, readonly number[]]): Finding {
  return {
    what: `100,000 devices, a page, ${what}`,
    measured: median(seconds),
    unit: "s",
    target: { atMost: secondsMax },
  };
}

function inMs(seconds: readonly number[]): string {
  const ms = (value: number): string => (value * 1000).toFixed(1);
  return `${ms(median(seconds))} ms (${ms(Math.min(...seconds))} to ${ms(Math.max(...seconds))})`;
}
