import { crashRun } from "../../crash/crash-run.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const killsPerRound = 15;

export const randomKills: FaultKind = {
  name: "random kills",
  does: "One process or the whole server is killed at a random moment under load, also while it starts. Devices repeat what was not answered, and tokens are replaced meanwhile.",
  unit: "kills",
  target: 4500,
  share: 3,
  async round(seed) {
    const requestsPerRound = [5, 150] as const;
    return judge(killsPerRound, await crashRun({ seed, rounds: killsPerRound, requestsPerRound }));
  },
};
