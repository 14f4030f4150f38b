import type { KillFindings } from "../../crash/broken-promises.ts";
import { acceptingPoints, deliveryPoints, filingPoints } from "../../crash/kill-points.ts";
import { killWhileAccepting } from "../../crash/kill-while-accepting.ts";
import { killWhileDelivering } from "../../crash/kill-while-delivering.ts";
import { killWhileFiling } from "../../crash/kill-while-filing.ts";
import { SeededRandom } from "../../harness/seeded-random.ts";
import { addRounds, type FaultKind, judge } from "../fault-kind.ts";

/** A process that dies often is restarted after growing delays, so a round has only a few deaths. */
const deaths = 2;
const all = [...acceptingPoints, ...filingPoints, ...deliveryPoints];

export const killsAtPoints: FaultKind = {
  name: "kills at points",
  does: "A process kills itself at a chosen point of its work: around the append, the commit, the filing of rows, a message, and a change of control data.",
  unit: "kills",
  target: 500,
  share: 1,
  async round(seed) {
    const point = new SeededRandom(seed).pick(all);
    const { evidence, further, messages = 0 } = await killAt(point, seed);
    const ofMessages = { done: 0, checked: { "a message is settled once": messages }, broken: further };
    return addRounds(judge(deaths, evidence), ofMessages);
  },
};

function killAt(point: (typeof all)[number], seed: number): Promise<KillFindings> {
  if (isOneOf(acceptingPoints, point)) return killWhileAccepting([point], deaths, seed);
  if (isOneOf(filingPoints, point)) return killWhileFiling([point], deaths);
  return killWhileDelivering([point], deaths);
}

function isOneOf<Point extends string>(points: readonly Point[], point: string): point is Point {
  return (points as readonly string[]).includes(point);
}
