import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { faultCommand, syncCalls, whyNoStrace } from "../../crash/strace.ts";
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
/** Long enough for the server to start under strace and meet the fault, which may keep it from becoming ready. */
const lastsMs = 5000;
const lookEveryMs = 50;
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
      for (let ms = 0; ms < lastsMs && !isStruck(); ms += lookEveryMs) await Bun.sleep(lookEveryMs);
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
