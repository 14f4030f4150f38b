import type { InstalledDevice } from "../../harness/installed-data.ts";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type StartOptions, WeirInstallation } from "../../harness/weir-installation.ts";
import type { BrokenLaw, Evidence } from "../broken-promises.ts";
import { Ledger } from "../ledger.ts";
import { SimulatedDevice } from "../simulated-device.ts";
import { startAfterCut } from "./broken-after-cut.ts";
import { DiskModel } from "./disk-model.ts";
import { RecordedRun } from "./recorded-run.ts";
import { isSyncOf, type SystemCall } from "./system-calls.ts";

const bursts = 3;

/** A server that ran under load, and all that it wrote, synced and answered, in order. */
export interface Recording extends AsyncDisposable {
  readonly weir: WeirInstallation;
  readonly device: SimulatedDevice;
  /** The device whose token was replaced. */
  readonly changed: InstalledDevice;
  readonly ledger: Ledger;
  /** The disk before the first of the calls. */
  readonly before: DiskModel;
  readonly run: RecordedRun;
  readonly calls: readonly SystemCall[];
}

/** Sends three bursts of requests, replaces a token in between, and gives the store time to sync after each. */
export async function recordRun(start: StartOptions = {}): Promise<Recording> {
  const weir = new WeirInstallation();
  try {
    return await recordOn(weir, start);
  } catch (error) {
    await weir[Symbol.asyncDispose]();
    throw error;
  }
}

async function recordOn(weir: WeirInstallation, start: StartOptions): Promise<Recording> {
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger);
  const changed = await weir.createDevice(["c"]);
  // After an orderly stop, everything in the folder is on the disk.
  const first = await weir.start();
  const code = await first.stop();
  if (code !== 0) throw new Error(`The server ended with ${code}.`);
  const before = new DiskModel(weir.dataDir);
  // A short memory of duplicates makes the queue delete entries, which it may do for those that the store has synced.
  const run = await RecordedRun.start(weir, "run", { ...start, env: { WEIR_IDENTITIES_MAX: "1000" } });
  for (let burst = 0; burst < bursts; burst++) {
    const begun = run.calls().length;
    for (let turn = 0; turn < 8; turn++) {
      await Promise.all([
        run.deliver(device, device.samples(60), "bulk"),
        run.deliver(device, device.samples(20), "batch"),
        run.deliver(device, device.samples(1), "single"),
      ]);
    }
    await run.replaceToken(weir.dataDir, changed);
    await weir.untilSettled();
    await waitUntil("the store is synced", () =>
      run
        .calls()
        .slice(begun)
        .some((call) => isSyncOf("weir.db", call)),
    );
  }
  await run.life.killAll();
  const calls = run.calls();
  if (run.replacedTokens(calls).length !== bursts)
    throw new Error("A replacement of a token was not recorded.");
  return {
    weir,
    device,
    changed,
    ledger,
    before,
    run,
    calls,
    [Symbol.asyncDispose]: () => weir[Symbol.asyncDispose](),
  };
}

interface CutsOptions {
  readonly cuts: number;
  readonly random: SeededRandom;
  /** How long Weir may take to settle what a cut left. */
  readonly settleMs?: number;
}

interface FoundAfter {
  /** Where the power was cut, and what survived. */
  readonly cut: { readonly call: number; readonly survival: number; readonly sectorBytes: number };
  readonly evidence: Evidence;
  readonly broken: readonly BrokenLaw[];
}

/** Cuts the power at random moments of the recording, and starts a server on what each leaves. */
export async function cutAtRandom(
  { before, calls, changed, device, ledger: sent, run, weir }: Recording,
  { cuts, random, settleMs }: CutsOptions,
): Promise<FoundAfter[]> {
  const disk = before.fork();
  const ledger = sent.snapshot();
  const moments = Array.from({ length: cuts }, () => random.between(1, calls.length)).sort((a, b) => a - b);
  const found: FoundAfter[] = [];
  let applied = 0;
  for (const call of moments) {
    for (const each of calls.slice(applied, call)) {
      disk.apply(each);
      run.noteAnswer(each, ledger);
    }
    applied = call;
    const cut = { call, survival: random.pick([0, 0.5, 0.9, 1]), sectorBytes: random.pick([512, 4096]) };
    const dataDir = `${weir.notesDir}/cut-${found.length}`;
    disk.cut(dataDir, { ...cut, random });
    const replaced = { device: changed, tokens: run.replacedTokens(calls.slice(0, call)) };
    const left = { dataDir, ledger: ledger.snapshot(), device, replaced };
    found.push({ cut, ...(await startAfterCut(settleMs === undefined ? left : { ...left, settleMs })) });
  }
  return found;
}
