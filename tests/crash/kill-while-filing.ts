import { Database } from "bun:sqlite";
import { join } from "node:path";
import { waitUntil } from "../harness/wait-until.ts";
import type { BrokenLaw, KillFindings } from "./broken-promises.ts";
import type { filingPoints } from "./kill-points.ts";
import { KillRun } from "./kill-run.ts";
import { Ledger } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

/** With this many sensors, rows are staged as a part. */
const sensorsPerPart = 1100;
const devicesPerPart = 11;

/**
 * Lets the processor die at these points while rows of many sensors are staged and filed. At each death no reading may be stored twice or under another sensor, and at the end all are stored.
 */
export async function killWhileFiling(
  points: readonly (typeof filingPoints)[number][],
  deaths: number,
): Promise<KillFindings> {
  await using run = new KillRun({ WEIR_DUPLICATE_WINDOW_S: "3600", WEIR_RATE_LIMIT: "100000000" });
  const { weir } = run;
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < devicesPerPart) {
    const slugs = Array.from({ length: sensorsPerPart / devicesPerPart }, (_, nth) => `s${nth}`);
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(slugs), ledger));
  }
  await run.start();
  const problems: string[] = [];
  let parts = 0;
  const sendPart = async () => {
    const sent = devices.map(async (device) => {
      const readings = device.device.sensors.map((sensor) => device.sample(sensor));
      await waitUntil("the readings are acknowledged", async () => {
        const delivery = await device.deliver(readings, "batch");
        if (delivery.kind === "wrong") problems.push(delivery.problem);
        return delivery.kind === "acknowledged";
      });
    });
    await Promise.all(sent);
    await weir.untilSettled(60_000);
    parts = Math.max(parts, stagedParts(weir.dataDir));
  };

  const further: BrokenLaw[] = [];
  for (const point of points) {
    const onDeath = () => {
      const { storedTwice, altered, neverSent } = ledger.compare(storedRows(weir.dataDir));
      const wrong = [...storedTwice, ...altered, ...neverSent];
      if (wrong.length === 0) return;
      const text = `after a kill at "${point}", ${wrong.length} wrong: ${wrong[0]}`;
      further.push({ law: storedTwice.length > 0 ? "stored once" : "stored was sent", text });
    };
    await run.dieAt(point, { deaths, meanwhile: sendPart, onDeath });
  }
  const status = await weir.untilSettled(60_000);
  const rows = storedRows(weir.dataDir);
  if (parts === 0) throw new Error("Nothing was ever staged.");
  return { evidence: { ledger, rows, problems, status }, further };
}

function stagedParts(dataDir: string): number {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  store.run("PRAGMA busy_timeout = 10000");
  return (store.query("SELECT count(*) AS parts FROM staged_parts").get() as { parts: number }).parts;
}
