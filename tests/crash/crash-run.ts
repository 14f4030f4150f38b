import { isRunning, signalProcess } from "../harness/running-process.ts";
import type { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { StartOptions, WeirInstallation } from "../harness/weir-installation.ts";
import { type Role, roles, type WeirProcess } from "../harness/weir-process.ts";
import type { Evidence } from "./broken-promises.ts";
import { LoadedWeir } from "./loaded-weir.ts";

/** What is killed: the process of one role, the server that starts them, or everything at once. */
export type Victim = Role | "server" | "all";

export interface CrashRunOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly devices?: number;
  /** The random time between two kills. */
  readonly requestsPerRound?: readonly [least: number, most: number];
  readonly victims?: readonly Victim[];
  /** A kill comes at any moment within this time after a request was sent. */
  readonly momentMs?: number;
  /** Whether a kill waits until the processor has settled something since the last kill, however slowly it starts. */
  readonly killsWhileSettling?: boolean;
  /** How likely a request is sent twice at once. */
  readonly twinChance?: number;
  readonly start?: StartOptions;
}

const usualMomentMs = 10;
/** About as long as a start takes. */
const startMs = 200;
/** A short memory of duplicates makes the queue trim itself during the run. Repeats in the traffic are even younger. */
const env = { WEIR_IDENTITIES_MAX: "20000", WEIR_DUPLICATE_WINDOW_S: "3600" };

/**
 * Kills processes of a Weir under load at random moments, restarts it each time, and compares the ledger with the store
 * at the end. The same seed makes the same choices, although the moments differ.
 */
export async function crashRun(options: CrashRunOptions): Promise<Evidence> {
  const { seed, rounds, devices = 6, victims = [...roles, "server", "all"] } = options;
  const [least, most] = options.requestsPerRound ?? [20, 400];
  await using loaded = await LoadedWeir.create({ seed, devices, env, twinChance: options.twinChance });
  const { weir, random } = loaded;
  let life = await weir.start(options.start);
  const traffic = await loaded.begin();
  for (let round = 0; round < rounds; round++) {
    const until = traffic.requests + random.between(least, most);
    await waitUntil(`${until} requests were sent`, () => traffic.requests >= until);
    if (options.killsWhileSettling) await untilSettling(weir);
    await Bun.sleep(random.fraction() * (options.momentMs ?? usualMomentMs));
    await killVictim(life, random.pick(victims));
    if (life.server() === null) life = await restart(weir, random, options.start);
  }
  return await loaded.finish();
}

async function untilSettling(weir: WeirInstallation): Promise<void> {
  const before = await weir.status();
  await waitUntil("the processor has settled something", async () => {
    const { saved } = await weir.status();
    return saved > before.saved;
  });
}

export async function killVictim(life: WeirProcess, victim: Victim): Promise<void> {
  if (victim === "all") return life.killAll();
  if (victim === "server") return life.killServer();
  const running = life.role(victim);
  if (running === null) return;
  signalProcess(running, "SIGKILL");
  await waitUntil(`the ${victim} process is gone`, () => !isRunning(running));
}

/** Sometimes the next server dies during its start as well. */
async function restart(
  weir: WeirInstallation,
  random: SeededRandom,
  start: StartOptions | undefined,
): Promise<WeirProcess> {
  if (random.chance(0.2)) {
    const stillborn = weir.launch(start);
    await Bun.sleep(random.fraction() * startMs);
    await stillborn.killServer();
  }
  return weir.start(start);
}
