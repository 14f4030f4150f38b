import { Database } from "bun:sqlite";
import { join } from "node:path";
import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { faultCommand, syncCalls, whyNoStrace } from "../../crash/strace.ts";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const locksPerRound = 3;
const files = ["weir.db", "weir.db", "queue.db", "control.db"];
/** Longer than a process waits for a lock, which is 10 s. */
const longLockMs = 12_000;
const usualLockMs = 2000;
const longChance = 0.1;
const slowFiles = ["queue.db-wal", "weir.db-wal", "weir.db"];

export const slowDisks: FaultKind = {
  name: "slow and locked files",
  does: "Another program holds the write lock of the queue, the store or the control data for up to 12 seconds, or syncs and writes of a file take up to a second, under load.",
  unit: "faults",
  target: 500,
  share: 1,
  whyNot: whyNoStrace,
  async round(seed) {
    await using loaded = await LoadedWeir.create({ seed });
    const { random, weir } = loaded;
    await (await weir.start()).stop();
    let life = await weir.start({ under: slow(weir.notesDir, weir.dataDir, random) });
    await loaded.begin();
    await loaded.untilAcknowledged(50);
    await life.killAll();
    life = await weir.start();
    for (let nth = 0; nth < locksPerRound; nth++) {
      await loaded.untilAcknowledged(random.between(20, 400));
      await hold(join(weir.dataDir, random.pick(files)), random);
    }
    await loaded.untilAcknowledged(100);
    return judge(1 + locksPerRound, await loaded.finish());
  },
};

function slow(notesDir: string, dataDir: string, random: SeededRandom): string[] {
  return faultCommand(join(notesDir, "slow.strace"), {
    file: join(dataDir, random.pick(slowFiles)),
    calls: random.pick([syncCalls, "pwrite64"]),
    after: 0,
    // In microseconds.
    effect: `delay_enter=${random.pick([1_000, 20_000, 200_000, 1_000_000])}`,
  });
}

/** Holds the write lock of a file as a program would that copies it, or one that hangs. */
async function hold(path: string, random: SeededRandom): Promise<void> {
  using db = new Database(path, { readwrite: true });
  db.run("PRAGMA busy_timeout = 20000");
  db.run("BEGIN IMMEDIATE");
  await Bun.sleep(random.chance(longChance) ? longLockMs : random.fraction() * usualLockMs);
  db.run("ROLLBACK");
}
