import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Evidence } from "../../crash/broken-promises.ts";
import { Ledger } from "../../crash/ledger.ts";
import { SimulatedDevice } from "../../crash/simulated-device.ts";
import { storedRows } from "../../crash/stored-rows.ts";
import { faultCommand, whyNoStrace } from "../../crash/strace.ts";
import { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type StartOptions, WeirInstallation } from "../../harness/weir-installation.ts";
import { newest, writeOldDataFolder } from "../../upgrade/old-data-folder.ts";
import { type FaultKind, judge } from "../fault-kind.ts";
import { type MigrationMoment, migrationMoments } from "../migration-moments.ts";

const preload = join(import.meta.dir, "..", "kill-in-migration.ts");
const momentsPerRound = 3;
const endMaxMs = 30_000;
const commitCalls = "pwrite64,fsync,fdatasync,ftruncate";

export const migrationCrashes: FaultKind = {
  name: "crashes in migrations",
  does: "A server starts on the files of an older version and is killed within a migration, at each moment of each migration in turn, or at a write or sync of its commit. The next server completes it.",
  unit: "kills",
  target: 2 * migrationMoments.length,
  share: 1,
  whyNot: whyNoStrace,
  async round(seed) {
    const random = new SeededRandom(seed);
    const evidence: Evidence[] = [];
    let kills = 0;
    for (let nth = 0; nth < momentsPerRound; nth++) {
      const moment = migrationMoments[(seed * momentsPerRound + nth) % migrationMoments.length]!;
      const found = await crashAt(moment, random);
      evidence.push(found.evidence);
      if (found.isKilled) kills++;
    }
    return judge(kills, ...evidence);
  },
};

async function crashAt(moment: MigrationMoment, random: SeededRandom) {
  await using weir = new WeirInstallation();
  const { dataDir, notesDir } = weir;
  const old = writeOldDataFolder(dataDir, {
    control: random.between(1, newest.control - 1),
    store: random.between(1, newest.store - 1),
    log: 1,
    ...olderThan(moment),
  });
  const mark = join(notesDir, "killed");
  const inCommit = random.chance(0.25);
  const life = weir.launch(inCommit ? killInCommit(weir, moment, random) : killAt(moment, mark));
  await waitUntil(
    "it is killed or ready",
    async () => existsSync(mark) || life.hasExited || (await life.isReady()),
    endMaxMs,
  );
  const isKilled = existsSync(mark) || (inCommit && !(await life.isReady()));
  await life.killAll();

  await weir.start();
  const ledger = new Ledger();
  const sensor = { id: 1, slug: old.sensor, uuid: old.sensorUuid };
  for (const value of [old.storedValue, old.queuedValue]) {
    ledger.acknowledge(ledger.send({ value, sensorId: sensor.id, atUs: null, metadata: null }), "accepted");
  }
  const device = new SimulatedDevice(
    weir.url,
    { uuid: old.uuid, token: old.token, sensors: [sensor] },
    ledger,
  );
  const problems: string[] = [];
  const delivery = await device.deliver(device.samples(3));
  if (delivery.kind !== "acknowledged") problems.push(JSON.stringify(delivery));
  const { accepted, saved, ...status } = await weir.untilSettled();
  // The older version had stored one reading that it did not count.
  const counted = { ...status, accepted: accepted! + 1, saved: saved + 1 };
  return { isKilled, evidence: { ledger, rows: storedRows(dataDir), problems, status: counted } };
}

/** The file of the moment is as old as is needed for its migration to run. */
function olderThan({ file, version }: MigrationMoment): Partial<Record<keyof typeof newest, number>> {
  if (file === "control.db") return { control: version - 1 };
  return file === "weir.db" ? { store: version - 1 } : { log: version - 1 };
}

function killAt(moment: MigrationMoment, mark: string): StartOptions {
  return { preload, env: { WEIR_TEST_KILL_MIGRATION: JSON.stringify({ ...moment, mark }) } };
}

/** All migrations of a file are one transaction, which is written when it is committed. */
function killInCommit(weir: WeirInstallation, { file }: MigrationMoment, random: SeededRandom): StartOptions {
  const fault = {
    file: join(weir.dataDir, random.pick([`${file}-wal`, file])),
    calls: commitCalls,
    effect: "signal=KILL",
    after: random.between(0, 30),
  } as const;
  return { under: faultCommand(join(weir.notesDir, "kill.strace"), fault) };
}
