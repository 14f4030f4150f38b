import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { node } from "@weir/rule-engine/testing/write-chain";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings } from "../harness/post-readings.ts";
import { signalProcess } from "../harness/running-process.ts";
import { storedRowSql } from "../harness/stored-row-sql.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { storedRows } from "./stored-rows.ts";

interface BusyRun {
  /** The processing share of an account, in percent. */
  readonly share: number;
  /** The number of bulk requests of the busy account, and of readings in each. A fast machine gets more. */
  readonly requests: number;
  readonly readings: number;
  /** How often the processor is killed while readings are parked. */
  readonly kills: number;
}

interface BusyResult {
  /** The accepted readings of the busy account. */
  readonly accepted: number;
  /** How long each reading of the quiet account took from its answer until it was stored. */
  readonly visibleMs: readonly number[];
  /** The readings of the quiet account that were stored while some of the busy one were parked. */
  readonly ahead: number;
  /**
   * The differences that the busy account's chain saw between consecutive readings; all 1 if none was lost, repeated or
   * overtaken.
   */
  readonly steps: ReadonlyMap<number, number>;
  readonly stored: number;
  readonly dead: number;
}

/** How many times the requests may be sent until something is parked. */
const requestsFactor = 8;
const startMs = Date.now() - 86_400_000;

/** Takes about as much as a reading may take. Saves the reading and its difference from the one before. */
function heavyChain(): ChainDefinition {
  const list = `[${Array.from({ length: 100 }, () => "1").join()}]`;
  return {
    nodes: [
      node("input", "input"),
      node("heavy", "expression", { when: `${list}.exists(x, ${list}.exists(y, x + y > 9))` }),
      node("step", "calculate", { value: "previous == null ? 1.0 : value - previous.value" }),
      node("save-step", "save", { sensor: "steps" }),
      node("save", "save"),
    ],
    wires: [
      { from: "input", output: "out", to: "heavy" },
      { from: "heavy", output: "false", to: "save" },
      { from: "heavy", output: "false", to: "step" },
      { from: "step", output: "out", to: "save-step" },
    ],
  };
}

/**
 * One account sends bulk requests into the heaviest legal chain while another sends single readings. The processor is
 * killed while readings of the first are parked.
 */
export async function busyTenant({ share, requests, readings, kills }: BusyRun): Promise<BusyResult> {
  const env = { WEIR_RATE_LIMIT: "1000000", WEIR_PROCESSING_SHARE: String(share) };
  await using weir = new WeirInstallation({ env });
  const busy = await weir.createDevice(["a", "steps"]);
  await weir.publishDefaultChain(heavyChain());
  const quiet = await weir.createDevice(["t"], "Quiet");
  const life = await weir.start();
  using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
  store.run("PRAGMA busy_timeout = 10000");
  const parked = () => one(store, "SELECT count(*) AS number FROM parked_frames");

  const visibleMs: number[] = [];
  let ahead = 0;
  let sent = 0;
  const sendQuiet = async (): Promise<void> => {
    const value = sent++;
    await post(weir.url, quiet, "t", [{ value, timestamp: timeOf(value) }]);
    const answeredMs = performance.now();
    const select = `SELECT count(*) AS number FROM ${storedRowSql} WHERE sensor_id = ${quiet.sensors[0]!.id} AND value = ${value}`;
    await waitUntil("the quiet account's reading is in the store", () => one(store, select) === 1, 60_000);
    visibleMs.push(performance.now() - answeredMs);
    if (parked() > 0) ahead++;
  };

  let accepted = 0;
  const sendBusy = async (): Promise<void> => {
    const values = Array.from({ length: readings }, (_, nth) => accepted + nth);
    const data = values.map((value) => ({ value, timestamp: timeOf(value) }));
    await post(weir.url, busy, "a", data);
    accepted += readings;
  };
  const untilParked = async (): Promise<void> => {
    while (parked() === 0) {
      if (accepted >= requestsFactor * requests * readings) throw new Error("Nothing is ever parked.");
      await sendBusy();
      const isTaken = async () => parked() > 0 || (await weir.status()).gap === 0;
      await waitUntil("the busy account's readings are parked or settled", isTaken);
    }
  };

  for (let request = 0; request < requests; request++) {
    await sendBusy();
    if (request % 5 === 0) await sendQuiet();
  }
  for (let killed = 0; killed < kills; ) {
    await untilParked();
    const processor = await life.untilProcessorRuns();
    signalProcess(processor, "SIGKILL");
    // Nothing was sent since, so what is parked now was unsettled when the processor died.
    if (parked() > 0) killed++;
    await sendQuiet();
  }
  while (ahead === 0) {
    await untilParked();
    await sendQuiet();
  }
  while (parked() > 0) await sendQuiet();
  const { dead } = await weir.untilSettled(600_000);
  const rows = storedRows(weir.dataDir);
  const [a, steps] = busy.sensors;
  const counts = new Map<number, number>();
  for (const { sensorId, value } of rows) {
    if (sensorId === steps!.id) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const stored = rows.filter(({ sensorId }) => sensorId === a!.id).length;
  return { accepted, visibleMs, ahead, steps: counts, stored, dead };
}

function one(db: Database, select: string): number {
  return (db.query(select).get() as { number: number }).number;
}

function timeOf(value: number): string {
  return new Date(startMs + value).toISOString();
}

async function post(
  url: string,
  device: InstalledDevice,
  slug: string,
  data: readonly object[],
): Promise<void> {
  const response = await postReadings(url, device, { sensor: slug, data });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
}
