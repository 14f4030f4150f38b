import { allFaults } from "../../cluster/faults/all-faults.ts";
import type { Fault } from "../../cluster/faults/fault.ts";
import { FaultGround } from "../../cluster/faults/fault-ground.ts";
import { faultRound } from "../../cluster/faults/fault-round.ts";
import type { TestedCluster } from "../../cluster/faults/tested-cluster.ts";
import type { BrokenLaw, Law } from "../../crash/broken-promises.ts";
import { whyNoEngines } from "../../harness/engines.ts";
import type { FaultKind, Round } from "../fault-kind.ts";

/** How broken promises of a cluster begin, and which law each belongs to. */
const lawsByText: readonly (readonly [RegExp, Law])[] = [
  [/^lost/, "acknowledged is stored"],
  [/^(altered|stored and never sent)/, "stored was sent"],
  [/^(answered|the management API)/, "every answer is one of the contract"],
  [/alarm|webhook|notification|key/, "a message is settled once"],
];

/** The rounds share a cluster, because it takes long to start. */
let ground: FaultGround | null = null;
let cluster: TestedCluster | null = null;

export const clusterFaults: FaultKind = {
  name: "faults of a cluster",
  does: "A part of a whole cluster under load is killed, stopped, cut off, replaced, or has a wrong clock or a full disk, each fault of `npm run test:cluster` in turn.",
  unit: "faults",
  target: 500,
  share: 3,
  whyNot: whyNoEngines,
  async leftOut() {
    const faults = allFaults(await theGround()).filter(({ impossible }) => impossible);
    if (faults.length === 0) return null;
    const reasons = [...new Set(faults.map(({ impossible }) => impossible))];
    return `${faults.length} faults, because ${reasons.join(", and ")}`;
  },
  async round(seed) {
    const possible = allFaults(await theGround()).filter(({ impossible }) => !impossible);
    return causeFault(possible[seed % possible.length]!, seed);
  },
  async end() {
    await cluster?.[Symbol.asyncDispose]();
    ground?.[Symbol.dispose]();
    cluster = null;
    ground = null;
  },
};

async function theGround(): Promise<FaultGround> {
  ground ??= await FaultGround.prepare();
  return ground;
}

async function causeFault(fault: Fault, seed: number): Promise<Round> {
  const { name } = fault;
  cluster ??= await (await theGround()).startCluster();
  try {
    const { acknowledged, broken } = await faultRound(cluster, fault, seed);
    const checked = {
      "acknowledged is stored": acknowledged,
      "stored once": acknowledged,
      "stored was sent": acknowledged,
    };
    return {
      done: 1,
      checked,
      broken: broken.map((text) => ({ law: lawOf(text), text: `${name}: ${text}` })),
    };
  } catch (cause) {
    // The other faults are tried on a new one.
    await cluster[Symbol.asyncDispose]();
    cluster = null;
    ground?.heal();
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function lawOf(text: string): BrokenLaw["law"] {
  return lawsByText.find(([begins]) => begins.test(text))?.[1] ?? "stored once";
}
