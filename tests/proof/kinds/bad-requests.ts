import { readFileSync } from "node:fs";
import { Ledger } from "../../crash/ledger.ts";
import { SimulatedDevice } from "../../crash/simulated-device.ts";
import { storedRows } from "../../crash/stored-rows.ts";
import type { RunningProcess } from "../../harness/running-process.ts";
import { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import { sendBadRequests } from "../bad-requests/send-bad-requests.ts";
import { type FaultKind, judge, type Round } from "../fault-kind.ts";

const requestsPerRound = 60_000;
/** While requests arrive, their memory is collected late: up to this much was seen to double in a round. */
const growthMaxBytes = 256 * 1024 * 1024;
/** How often a round also waits until the memory is given back, which takes half a minute without requests. */
const patientChance = 0.1;
const keptMaxBytes = 48 * 1024 * 1024;
const givenBackMaxMs = 90_000;
const pageBytes = 4096;

export const badRequests: FaultKind = {
  name: "bad requests",
  does: "Requests made by a grammar of wrong heads, paths, headers and bodies, and by changing bytes of right ones, are sent behind each other. Each gets an answer of the contract, the server goes on and does not grow, and an honest device is served all the time.",
  unit: "requests",
  target: 3_000_000,
  share: 1,
  round: (seed) => badRequestRound({ seed, requests: requestsPerRound }),
};

interface BadRequestOptions {
  readonly seed: number;
  readonly requests: number;
  /** A broken variant that is loaded before Weir. */
  readonly preload?: string;
}

export async function badRequestRound({ seed, requests, preload }: BadRequestOptions): Promise<Round> {
  const random = new SeededRandom(seed);
  const ledger = new Ledger();
  await using weir = new WeirInstallation();
  const honest = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const attacked = await weir.createDevice(["s"]);
  const life = await weir.start(preload === undefined ? {} : { preload });
  const ingest = await life.untilRoleRuns("ingest");
  const problems: string[] = [];
  let isSending = true;
  const honestly = (async () => {
    while (isSending) {
      const delivery = await honest.deliver(honest.samples(3));
      if (delivery.kind !== "acknowledged") problems.push(`the honest device: ${JSON.stringify(delivery)}`);
      await Bun.sleep(5);
    }
  })();
  const beforeBytes = memoryOf(ingest);
  const target = { ...attacked, slug: "s" };
  const sent = await sendBadRequests({ url: weir.url, target, requests, random });
  problems.push(...sent.problems);
  const growthBytes = memoryOf(ingest) - beforeBytes;
  if (growthBytes > growthMaxBytes) problems.push(`the ingest process has grown by ${growthBytes} bytes`);
  isSending = false;
  await honestly;
  if (preload === undefined && random.chance(patientChance)) {
    const isGivenBack = () => memoryOf(ingest) - beforeBytes <= keptMaxBytes;
    await waitUntil("the memory of bad requests is given back", isGivenBack, givenBackMaxMs);
  }
  problems.push(...weir.logText.split("\n").filter((line) => line.includes('"level":"error"')));
  const status = await weir.untilSettled();
  const all = storedRows(weir.dataDir);
  const rows = all.filter(({ sensorId }) => sensorId !== attacked.sensors[0]!.id);
  // Some of the generated requests are right. Their readings are not in the ledger, and are not counted.
  const others = all.length - rows.length;
  const own = { ...status, accepted: status.accepted! - others, saved: status.saved - others };
  const judged = judge(sent.requests, { ledger, rows, problems, status: own });
  return { ...judged, checked: { ...judged.checked, "every answer is one of the contract": sent.answers } };
}

/** The memory of a process that is not shared with others. */
function memoryOf({ pid }: RunningProcess): number {
  const [, residentPages = 0, sharedPages = 0] = readFileSync(`/proc/${pid}/statm`, "utf8")
    .split(" ")
    .map(Number);
  return (residentPages - sharedPages) * pageBytes;
}
