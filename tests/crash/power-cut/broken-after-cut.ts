import type { InstalledDevice } from "../../harness/installed-data.ts";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import { type BrokenLaw, brokenLaws, type Evidence, type Law, type RevokedUses } from "../broken-promises.ts";
import { Ledger } from "../ledger.ts";
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
  /** Tokens of a device that had been replaced before the cut. */
  readonly replaced?: { readonly device: InstalledDevice; readonly tokens: readonly string[] };
}

const isOfLoss = new Set<Law>(["acknowledged is stored", '"duplicate" only for what is stored']);

const noUses: RevokedUses = { refused: 0, accepted: [] };

interface FoundAfterCut {
  readonly evidence: Evidence;
  readonly broken: readonly BrokenLaw[];
}

/** The broken promises in words. */
export async function brokenAfterCut(options: AfterCutOptions): Promise<string[]> {
  return (await startAfterCut(options)).broken.map(({ text }) => text);
}

/**
 * Starts Weir on what a power cut left and returns what was found. The device then repeats its last readings and
 * sends new ones, which must be stored as well.
 */
export async function startAfterCut({
  dataDir,
  ledger,
  device,
  settleMs = 10_000,
  replaced,
}: AfterCutOptions): Promise<FoundAfterCut> {
  await using weir = new WeirInstallation({ dataDir });
  const life = await weir.start();
  const settle = () => weir.untilSettled(settleMs).catch(() => weir.status());
  await settle();
  const found = { ledger: ledger.snapshot(), rows: storedRows(dataDir), problems: [] };
  const later = new SimulatedDevice(weir.url, device.device, ledger);
  const problems: string[] = [];
  for (const readings of [ledger.acknowledged().slice(-recentReadings), later.samples(1), later.samples(3)]) {
    if (readings.length === 0) continue;
    const delivery = await later.deliver(readings, "batch");
    if (delivery.kind !== "acknowledged")
      problems.push(`${readings.length} readings: ${JSON.stringify(delivery)}`);
  }
  const revoked = replaced === undefined ? noUses : await tryTokens(weir.url, replaced);
  const status = await settle();
  const evidence = { ledger, rows: storedRows(dataDir), problems, status, revoked };
  await life.stop();
  // Looked for before the device repeated its readings as well, because a repeat hides that one was lost.
  const early = brokenLaws({ ...found, status }).filter(({ law }) => isOfLoss.has(law));
  return { evidence, broken: [...early, ...brokenLaws(evidence)] };
}

async function tryTokens(
  url: string,
  { device, tokens }: NonNullable<AfterCutOptions["replaced"]>,
): Promise<RevokedUses> {
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const sender = new SimulatedDevice(url, { ...device, token }, new Ledger());
      return (await sender.request(sender.samples(1))).status;
    }),
  );
  const accepted = statuses.filter((status) => status !== 401).map((status) => `${status} after a power cut`);
  return { refused: statuses.length - accepted.length, accepted };
}
