import { WeirInstallation } from "../../harness/weir-installation.ts";
import { brokenPromises } from "../broken-promises.ts";
import type { Ledger } from "../ledger.ts";
import { SimulatedDevice } from "../simulated-device.ts";
import { storedRows } from "../stored-rows.ts";

/** How many of the last readings are certainly within the memory of duplicates. */
const recentReadings = 500;

interface AfterCutOptions {
  readonly dataDir: string;
  readonly ledger: Ledger;
  readonly device: SimulatedDevice;
  /** How long Weir may take to settle what the cut left. */
  readonly settleMs?: number;
}

/**
 * Starts Weir on what a power cut left and returns the broken promises. The device then repeats its last readings and
 * sends new ones, which must be stored as well.
 */
export async function brokenAfterCut({
  dataDir,
  ledger,
  device,
  settleMs = 10_000,
}: AfterCutOptions): Promise<string[]> {
  await using weir = new WeirInstallation({ dataDir });
  const life = await weir.start();
  const settle = () => weir.untilSettled(settleMs).catch(() => weir.status());
  await settle();
  const lostAtStart = ledger.compare(storedRows(dataDir)).lost;
  const later = new SimulatedDevice(weir.url, device.device, ledger);
  const problems: string[] = [];
  for (const readings of [ledger.acknowledged().slice(-recentReadings), later.samples(1), later.samples(3)]) {
    if (readings.length === 0) continue;
    const delivery = await later.deliver(readings, "batch");
    if (delivery.kind !== "acknowledged")
      problems.push(`${readings.length} readings: ${JSON.stringify(delivery)}`);
  }
  const status = await settle();
  const rows = storedRows(dataDir);
  await life.stop();
  const findings = ledger.compare(rows);
  const lost = [...new Set([...lostAtStart, ...findings.lost])];
  return brokenPromises({
    findings: { ...findings, lost },
    problems,
    status,
    rows: rows.length,
    acknowledged: ledger.acknowledgedCount,
  });
}
