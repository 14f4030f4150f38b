import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { TestedCluster } from "./tested-cluster.ts";

/** A part of a cluster as faults see it. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
  startAgain(under?: readonly string[]): Promise<void>;
}

/** The parts of a running cluster that have the fault. */
export interface Victim {
  readonly name: string;
  readonly isOfQueue?: boolean;
  find(cluster: TestedCluster): Promise<Part[]>;
}

export const leader: Victim = {
  name: "stream leader",
  isOfQueue: true,
  find: async (cluster) => [(await byRank(cluster))[0]!],
};

export const follower: Victim = {
  name: "stream follower",
  isOfQueue: true,
  find: async (cluster) => [(await byRank(cluster))[1]!],
};

export const twoServers: Victim = {
  name: "two of three NATS servers",
  isOfQueue: true,
  find: async (cluster) => (await byRank(cluster)).slice(0, 2),
};

export const allServers: Victim = { name: "all NATS servers", isOfQueue: true, find: byRank };

export const redis: Victim = { name: "Redis", find: async ({ weir }) => [weir.redis] };
export const primary: Victim = {
  name: "PostgreSQL primary",
  find: async ({ weir }) => [pairPart(weir, "primary")],
};
export const standby: Victim = {
  name: "PostgreSQL standby",
  find: async ({ weir }) => [pairPart(weir, "standby")],
};

export const nodes = (["ingest", "process", "deliver", "manage"] as const).map(
  (role: ProcessRole): Victim => ({ name: role, find: async ({ weir }) => [weir.of(role)[0]!.part] }),
);
export const [ingest, processor] = nodes as [Victim, Victim];

/** Every engine and every process of Weir, as when a whole room loses power. */
export const everything: Victim = {
  name: "everything at once",
  isOfQueue: true,
  find: async ({ weir }) => [
    pairPart(weir, "primary"),
    pairPart(weir, "standby"),
    weir.redis,
    ...[...weir.nats, ...weir.nodes].map(({ part }) => part),
  ],
};

/** The NATS servers, the leader of the stream first. */
async function byRank({ weir, queue }: TestedCluster): Promise<Part[]> {
  const name = await queue.leader();
  const rank = ({ port }: { port: number }) => (name === `n${port}` ? 0 : 1);
  return weir.nats.toSorted((one, other) => rank(one) - rank(other)).map(({ part }) => part);
}

export function pairPart({ postgres }: TestedCluster["weir"], place: "primary" | "standby"): Part {
  const { name, postgres: server } = postgres[place];
  return {
    name,
    get pid() {
      return server.process.pid;
    },
    get isRunning() {
      return !server.process.hasExited;
    },
    signal: (signal: NodeJS.Signals) => server.process.signalAll(signal),
    async kill() {
      server.process.signalAll("SIGKILL");
      await server.process.exited;
    },
    startAgain: () => server.startAgain(),
  };
}
