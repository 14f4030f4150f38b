import { LoadedWeir } from "../../crash/loaded-weir.ts";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultKind, judge } from "../fault-kind.ts";
import { SteppedClock, whyNoSteppedClock } from "../stepped-clock.ts";

const stepsPerRound = 8;
const dayS = 86_400;
const leastS = 10;
/** Readings are older than any time that the clock shows, so that none is ahead of it. */
const readingsFromMs = 10 * dayS * 1000;
const offsetMaxS = 2 * dayS;

export const clockSteps: FaultKind = {
  name: "clock steps",
  does: "The clock of a running server is put forward or back by 10 seconds to a day, several times under load. Now and then a server is killed with it and starts with the wrong clock.",
  unit: "steps",
  target: 1000,
  share: 1,
  whyNot: whyNoSteppedClock,
  async round(seed) {
    using clock = new SteppedClock();
    const fromMs = Date.now() - readingsFromMs;
    // Repeats of readings without a time are known for a while only, which a step of the clock may end.
    await using loaded = await LoadedWeir.create({ seed, env: clock.env, fromMs, timestampChance: 1 });
    const { random, weir } = loaded;
    let life = await weir.start();
    await loaded.begin();
    let offsetS = 0;
    for (let step = 0; step < stepsPerRound; step++) {
      await loaded.untilAcknowledged(random.between(20, 400));
      const nextS = offsetS + stepOf(random);
      offsetS = Math.abs(nextS) > offsetMaxS ? 0 : nextS;
      clock.set(offsetS);
      await waitUntil("the server has the stepped clock", async () => {
        return Math.abs((await shownOffsetS(weir.url)) - offsetS) < leastS / 2;
      });
      if (random.chance(0.2)) {
        await life.killAll();
        life = await weir.start();
      }
    }
    await loaded.untilAcknowledged(100);
    // A step of a day ends the memory of duplicates.
    return judge(stepsPerRound, { ...(await loaded.finish()), mayForget: true });
  },
};

/** How far the clock of the server is off, by the date of an answer. */
async function shownOffsetS(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`);
  return (Date.parse(headers.get("date") ?? "") - Date.now()) / 1000;
}

/** Of every size from 10 s to a day, and in both directions. */
function stepOf(random: SeededRandom): number {
  const seconds = leastS * (dayS / leastS) ** random.fraction();
  return random.chance(0.5) ? seconds : -seconds;
}
