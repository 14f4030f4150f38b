import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { ClusterPart } from "../../../scripts/cluster/cluster-part.ts";
import type { SmallDisk } from "../../harness/small-disk.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { CutOff } from "./cut-off.ts";
import { replaceTokens } from "./replace-tokens.ts";
import { rollingRestart } from "./rolling-restart.ts";
import type { TestedCluster } from "./tested-cluster.ts";
import { underWrongClock } from "./wrong-clock.ts";

/** A fault of a part of a cluster. */
export interface Fault {
  readonly name: string;
  /** How long it lasts, at least. */
  readonly lastsMs: number;
  /**
   * Whether it affects a server of the queue. A copy of the stream may then hold other entries than the rest (decision 0046).
   */
  readonly isOfQueue?: boolean;
  /** Why it cannot be tried here. */
  readonly impossible?: string | null;
  /** Causes the fault. Resolves to a function that repairs it. */
  begin(cluster: TestedCluster): Promise<() => Promise<void>>;
}

/** Requirements of some faults, and why one is missing. */
export interface FaultTools {
  readonly cutOff: CutOff | null;
  readonly whyNoCutOff: string | null;
  readonly disk: SmallDisk | null;
  readonly whyNoDisk: string | null;
  readonly whyNoWrongClock: string | null;
}

/** The NATS server whose disk can be filled. */
export const smallDiskServer = "nats-3";

const pauseMs = 10_000;
/** Restarts a killed process, as a service manager would. */
const deadMs = 5_000;
const hourS = 3600;
const tokensReplaced = 200;

/** The part of a running cluster that has the fault. */
interface Victim {
  readonly name: string;
  readonly isOfQueue?: boolean;
  find(cluster: TestedCluster): Promise<Pick<ClusterPart, "name" | "signal" | "kill" | "startAgain">>;
}

const leader: Victim = {
  name: "stream leader",
  isOfQueue: true,
  async find({ weir, queue }) {
    const name = await queue.leader();
    return weir.nats.find(({ port }) => name === `n${port}`)!.part;
  },
};

const follower: Victim = {
  name: "stream follower",
  isOfQueue: true,
  async find({ weir, queue }) {
    const name = await queue.leader();
    return weir.nats.find(({ port }) => name !== `n${port}`)!.part;
  },
};

const redis: Victim = { name: "Redis", find: async ({ weir }) => weir.redis };

const primary: Victim = { name: "PostgreSQL primary", find: async ({ weir }) => pairPart(weir, "primary") };
const standby: Victim = { name: "PostgreSQL standby", find: async ({ weir }) => pairPart(weir, "standby") };

function pairPart({ postgres }: TestedCluster["weir"], place: "primary" | "standby") {
  const { name, postgres: server } = postgres[place];
  return {
    name,
    signal: (signal: NodeJS.Signals) => server.process.signalAll(signal),
    async kill() {
      server.process.signalAll("SIGKILL");
      await server.process.exited;
    },
    startAgain: () => server.startAgain(),
  };
}

const nodes = (["ingest", "process", "deliver", "manage"] as const).map(
  (role: ProcessRole): Victim => ({ name: role, find: async ({ weir }) => weir.of(role)[0]!.part }),
);
const [ingest, processor] = nodes as [Victim, Victim];
const everybody = [leader, follower, ...nodes, primary, standby, redis];

export function kill(victims: readonly Victim[], lastsMs = deadMs): Fault {
  return {
    name: `kill ${victims.map(({ name }) => name).join(" and ")}`,
    lastsMs,
    isOfQueue: victims.some(({ isOfQueue = false }) => isOfQueue),
    async begin(cluster) {
      const parts = await Promise.all(victims.map((victim) => victim.find(cluster)));
      await Promise.all(parts.map((part) => part.kill()));
      return async () => {
        await Promise.all(parts.map((part) => part.startAgain()));
      };
    },
  };
}

/** Kills the primary and promotes the standby, as a failover tool would do. */
export const killPrimary: Fault = {
  name: "kill PostgreSQL primary",
  lastsMs: deadMs,
  async begin({ weir }) {
    await pairPart(weir, "primary").kill();
    await weir.postgres.promoteStandby();
    return () => weir.postgres.replaceStandby();
  },
};

export function pause(victim: Victim, ms = pauseMs): Fault {
  return {
    name: `stop ${victim.name} for ${ms / 1000} s`,
    lastsMs: ms,
    isOfQueue: victim.isOfQueue ?? false,
    async begin(cluster) {
      const part = await victim.find(cluster);
      part.signal("SIGSTOP");
      return async () => part.signal("SIGCONT");
    },
  };
}

function cut(victim: Victim, { cutOff, whyNoCutOff }: FaultTools): Fault {
  return {
    name: `cut off ${victim.name} for ${pauseMs / 1000} s`,
    lastsMs: pauseMs,
    isOfQueue: victim.isOfQueue ?? false,
    impossible: whyNoCutOff,
    async begin(cluster) {
      const { name } = await victim.find(cluster);
      cutOff!.cut(name);
      return async () => cutOff!.heal();
    },
  };
}

/** Restarts the process with a wrong clock, and at the end with the right one. */
function setClock(victim: Victim, seconds: number, { whyNoWrongClock }: FaultTools): Fault {
  return {
    name: `clock of ${victim.name} ${Math.abs(seconds / hourS)} h ${seconds < 0 ? "slow" : "fast"}`,
    lastsMs: pauseMs,
    impossible: whyNoWrongClock,
    async begin(cluster) {
      const part = await victim.find(cluster);
      await part.kill();
      await part.startAgain(underWrongClock(seconds));
      return async () => {
        await part.kill();
        await part.startAgain();
      };
    },
  };
}

/** Fills the disk of the server that leads the stream, or of another one. */
function fillDisk(isLeader: boolean, { disk, whyNoDisk }: FaultTools): Fault {
  return {
    name: `full disk of stream ${isLeader ? "leader" : "follower"}`,
    lastsMs: pauseMs,
    isOfQueue: true,
    impossible: whyNoDisk,
    async begin({ weir, queue }) {
      const { port, part } = weir.nats.find((server) => server.part.name === smallDiskServer)!;
      await waitUntil(`${part.name} ${isLeader ? "leads" : "follows"}`, async () => {
        const leads = (await queue.leader().catch(() => null)) === `n${port}`;
        if (leads !== isLeader) await queue.stepDown().catch(() => undefined);
        return leads === isLeader;
      });
      disk!.fill();
      return async () => {
        disk!.free();
        // A server that has found its disk full takes no part in streams until it is restarted.
        await part.kill();
        await part.startAgain();
      };
    },
  };
}

export function allFaults(tools: FaultTools): Fault[] {
  const killed = everybody.filter((victim) => victim !== primary);
  return [
    ...killed.map((victim) => kill([victim])),
    killPrimary,
    ...everybody.map((victim) => pause(victim)),
    ...everybody.map((victim) => cut(victim, tools)),
    ...[hourS, -hourS].flatMap((seconds) =>
      [ingest, processor].map((victim) => setClock(victim, seconds, tools)),
    ),
    ...[true, false].map((isLeader) => fillDisk(isLeader, tools)),
    rollingRestart,
    replaceTokens(tokensReplaced, tools.cutOff),
  ];
}

/** The most important ones. */
export const someFaults: readonly Fault[] = [
  kill([leader], 1000),
  // Longer than the lease of a processor, so that the other one takes over its partitions.
  kill([ingest, processor], 3000),
  { ...killPrimary, lastsMs: 1000 },
  pause(processor, 4000),
];
