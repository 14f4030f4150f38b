import { type IsolationWorld, startIsolationWorld } from "../isolation/isolation-world.ts";
import { type MixedRequest, mixedRequests } from "../management/mixed-requests.ts";
import type { Finding, Scenario } from "./scenario.ts";

const MiB = 1024 ** 2;
const clients = 16;
/** Before the first look: everything is loaded and compiled, and caches have filled up. */
const firstRequests = 10_000;
const furtherRequests = 30_000;
/** Garbage is collected, and its memory given back, while nothing happens. */
const restMs = 60_000;
const refusedPauseMs = 500;
const atRestMiBMax = 300;
const growthPercentMax = 15;

export const manageMemory: Scenario = {
  name: "manage-memory",
  about: `what the manage process keeps after ${(firstRequests + furtherRequests).toLocaleString("en")} mixed requests of people and programs, once nobody asks for anything`,

  async run({ say }) {
    await using world = await startIsolationWorld();
    const requests = await mixedRequests(world);
    const begun = memoryOf(world);
    const first = await keptAfter(world, requests, firstRequests);
    const all = await keptAfter(world, requests, furtherRequests);
    say(`  manage ${begun} MiB at the start; ${inWords(first)}; then ${inWords(all)}`);
    return { findings: judge(first, all), disturbedRounds: 0, details: { begun, first, all } };
  },
};

/** In MiB, while the requests were answered and a minute after them, with the number of answers by status. */
interface Kept {
  readonly peak: number;
  readonly atRest: number;
  readonly answers: Readonly<Record<number, number>>;
}

async function keptAfter(
  world: IsolationWorld,
  requests: readonly MixedRequest[],
  count: number,
): Promise<Kept> {
  const answers: Record<number, number> = {};
  let peak = memoryOf(world);
  let left = count;
  const client = async () => {
    while (left > 0) {
      left--;
      const answer = await pick(requests).send();
      await answer.arrayBuffer();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      if (answer.status === 429 || answer.status === 503) {
        // It did not do the work, so it does not count.
        left++;
        await Bun.sleep(refusedPauseMs);
      }
      peak = Math.max(peak, memoryOf(world));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await Bun.sleep(restMs);
  return { peak, atRest: memoryOf(world), answers };
}

function pick(requests: readonly MixedRequest[]): MixedRequest {
  let place = Math.random() * requests.reduce((sum, { weight }) => sum + weight, 0);
  for (const request of requests) {
    place -= request.weight;
    if (place < 0) return request;
  }
  return requests[0]!;
}

function memoryOf(world: IsolationWorld): number {
  return Math.round(world.rssBytes("manage") / MiB);
}

function inWords({ peak, atRest, answers }: Kept): string {
  const count = Object.values(answers).reduce((sum, one) => sum + one, 0);
  return `${count} answers, at most ${peak} MiB, ${atRest} MiB at rest`;
}

function judge(first: Kept, all: Kept): Finding[] {
  return [
    {
      what: "memory of the manage process at rest after mixed requests",
      unit: "MiB",
      measured: all.atRest,
      target: { atMost: atRestMiBMax },
      isRequired: true,
    },
    {
      what: `growth of it from ${firstRequests} to ${firstRequests + furtherRequests} requests`,
      measured: (all.atRest / first.atRest - 1) * 100,
      unit: "%",
      // Shown, not required: at rest the process has some garbage more or less.
      target: { atMost: growthPercentMax },
    },
  ];
}
