import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { weir as command } from "../../cli/weir-command.ts";
import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { faultCommand, syncCalls, whyNoStrace } from "../../crash/strace.ts";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const faultsPerRound = 4;
/** The logs are written all the time, the files themselves when a log is moved into them. */
const files = ["queue.db-wal", "queue.db-wal", "weir.db-wal", "queue.db", "weir.db", "control.db-wal"];
const calls = ["pwrite64", syncCalls];
const errors = ["error=EIO", "error=ENOSPC"] as const;
/** A fault that strikes early may keep the server from becoming ready. */
const startMaxMs = 20_000;
/** How long a server that is ready may take to meet the fault. */
const meetsWithinMs = 5000;

export const diskErrors: FaultKind = {
  name: "disk errors",
  does: "Writes or syncs of one file of the data folder fail with EIO or ENOSPC, a few times or for as long as the server runs, from a random call on. Then the server is killed and starts on a sound disk.",
  unit: "faults",
  target: 1000,
  share: 2,
  whyNot: whyNoStrace,
  async round(seed) {
    await using loaded = await LoadedWeir.create({ seed });
    const { random, weir } = loaded;
    const changed = await weir.createDevice(["c"]);
    // The first server creates the files.
    await (await weir.start()).stop();
    await loaded.begin();
    let struck = 0;
    for (let nth = 0; nth < faultsPerRound; nth++) {
      const traceFile = join(weir.notesDir, `${nth}.strace`);
      const file = random.pick(files);
      const life = weir.launch({ under: faultCommand(traceFile, faultOf(weir.dataDir, file, random)) });
      const isStruck = () => existsSync(traceFile) && readFileSync(traceFile, "utf8").includes("(INJECTED)");
      const isOverOrReady = async () => isStruck() || life.hasExited || (await life.isReady());
      await quietly(waitUntil("the server is ready", isOverOrReady, startMaxMs));
      if (!isStruck() && file === "control.db-wal") {
        const replace = ["device", "token", changed.uuid, "--regenerate", "--data", weir.dataDir];
        await quietly(command(replace));
      }
      // A server that stops moves its logs into the files.
      if (!isStruck() && !file.endsWith("-wal")) life.signalServer("SIGTERM");
      await quietly(waitUntil("the fault strikes", () => isStruck() || life.hasExited, meetsWithinMs));
      if (isStruck()) struck++;
      await life.killAll();
    }
    await weir.start();
    return judge(struck, await loaded.finish());
  },
};

function faultOf(dataDir: string, file: string, random: SeededRandom) {
  return {
    file: join(dataDir, file),
    calls: random.pick(calls),
    effect: random.pick(errors),
    after: file === "queue.db-wal" || file === "weir.db-wal" ? random.between(0, 20) : 0,
    ...(random.chance(0.5) ? { times: random.between(1, 5) } : {}),
  };
}

/** A fault that does not strike is not counted, and what fails meanwhile may fail. */
async function quietly(waiting: Promise<unknown>): Promise<void> {
  await waiting.catch(() => undefined);
}
