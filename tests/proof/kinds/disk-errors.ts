import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { faultCommand, syncCalls, whyNoStrace } from "../../crash/strace.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const faultsPerRound = 3;
const files = [
  "queue.db-wal",
  "queue.db-wal",
  "weir.db-wal",
  "weir.db-wal",
  "queue.db",
  "weir.db",
  "control.db-wal",
  "control.db",
];
const calls = ["pwrite64", syncCalls];
const errors = ["error=EIO", "error=ENOSPC"] as const;
/** A fault that strikes early may keep the server from becoming ready. */
const startMaxMs = 20_000;
/** How long a server that is ready may take to meet the fault. Some files are written too seldom for that. */
const meetsWithinMs = 4000;
/** After a fault has struck, the server goes on for this long. */
const afterwardsMs = 1000;

export const diskErrors: FaultKind = {
  name: "disk errors",
  does: "Writes or syncs of one file of the data folder fail with EIO or ENOSPC, once or for as long as the server runs, from a random call on. Then the server is killed and starts on a sound disk.",
  unit: "faults",
  target: 1000,
  share: 2,
  whyNot: whyNoStrace,
  async round(seed) {
    await using loaded = await LoadedWeir.create({ seed });
    const { random, weir } = loaded;
    // The first server creates the files.
    await (await weir.start()).stop();
    await loaded.begin();
    let struck = 0;
    for (let nth = 0; nth < faultsPerRound; nth++) {
      const traceFile = join(weir.notesDir, `${nth}.strace`);
      const file = random.pick(files);
      const fault = {
        file: join(weir.dataDir, file),
        calls: random.pick(calls),
        effect: random.pick(errors),
        // The files themselves are written seldom.
        after: file.endsWith("-wal") ? random.between(0, 20) : 0,
        ...(random.chance(0.5) ? { times: random.between(1, 5) } : {}),
      };
      const life = weir.launch({ under: faultCommand(traceFile, fault) });
      const isStruck = () => existsSync(traceFile) && readFileSync(traceFile, "utf8").includes("(INJECTED)");
      const isOverOr = async (condition: () => Promise<boolean>) =>
        isStruck() || life.hasExited || (await condition());
      const isReady = () => life.isReady();
      await quietly(waitUntil("the server is ready", () => isOverOr(isReady), startMaxMs));
      await quietly(waitUntil("the fault strikes", () => isOverOr(async () => false), meetsWithinMs));
      if (isStruck()) {
        struck++;
        await Bun.sleep(random.fraction() * afterwardsMs);
      }
      await life.killAll();
    }
    await weir.start();
    return judge(struck, await loaded.finish());
  },
};

/** A fault that does not strike is not counted. */
async function quietly(waiting: Promise<void>): Promise<void> {
  await waiting.catch(() => undefined);
}
