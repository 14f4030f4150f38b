import { cutAtRandom, recordRun } from "../../crash/power-cut/recording.ts";
import { whyNoStrace } from "../../crash/strace.ts";
import { SeededRandom } from "../../harness/seeded-random.ts";
import { addRounds, type FaultKind, judge } from "../fault-kind.ts";

const cutsPerRound = 10;

export const powerCuts: FaultKind = {
  name: "power cuts",
  does: "Every write and sync of every file of a server under load is recorded. At a random moment the power is cut: of what was not synced, sectors of 512 or 4,096 bytes are written or not at random, and a server starts on the rest.",
  unit: "cuts",
  target: 2000,
  share: 2,
  whyNot: whyNoStrace,
  async round(seed) {
    await using recording = await recordRun();
    const found = await cutAtRandom(recording, { cuts: cutsPerRound, random: new SeededRandom(seed) });
    const rounds = found.map(({ evidence, broken }) => ({ ...judge(1, evidence), broken }));
    return addRounds(...rounds);
  },
};
