import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { NatsServer } from "../../../scripts/cluster/whole-cluster.ts";
import { isHealthy } from "../../../scripts/engines/private-nats.ts";
import { readProcessStat } from "../../../scripts/process-stat.ts";
import { childrenOf } from "../../harness/running-process.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { adoptIfGoneBack } from "./adopted-stream.ts";
import type { Fault, FaultTools } from "./fault.ts";
import { keepStarting } from "./keep-starting.ts";
import type { TestedCluster } from "./tested-cluster.ts";
import { type Part, pairPart, type Victim } from "./victims.ts";
import { underWrongClock } from "./wrong-clock.ts";

/** The NATS server whose disk can be filled. */
export const smallDiskServer = "nats-3";

const pauseMs = 10_000;
/** Restarts a killed process, as a service manager would. */
const deadMs = 5_000;
const hourMs = 3_600_000;
/** An election of the stream takes this long, also on a busy machine. */
const electionMs = 20_000;
/** A NATS server notices its full disk only when it writes. */
const noticeMs = 30_000;
const fillEveryMs = 100;
/** How long a server may take to catch up with the others, also on a busy machine. */
const catchUpMs = 60_000;

export function kill(victims: readonly Victim[], lastsMs = deadMs): Fault {
  return {
    name: `kill ${victims.map(({ name }) => name).join(" and ")}`,
    lastsMs,
    isOfQueue: victims.some(({ isOfQueue = false }) => isOfQueue),
    async begin(cluster) {
      const parts = (await Promise.all(victims.map((victim) => victim.find(cluster)))).flat();
      await Promise.all(parts.map((part) => part.kill()));
      return {
        whyHarmless: async () => namesOf(parts, ({ isRunning }) => isRunning, "was not killed"),
        putRight: async () => {
          await Promise.all(parts.map(keepStarting));
          return undefined;
        },
      };
    },
  };
}

/** Kills the primary and promotes the standby, as a failover tool would do. */
export const killPrimary: Fault = {
  name: "kill PostgreSQL primary",
  lastsMs: deadMs,
  async begin({ weir }) {
    const part = pairPart(weir, "primary");
    await part.kill();
    await weir.postgres.promoteStandby();
    return {
      whyHarmless: async () => namesOf([part], ({ isRunning }) => isRunning, "was not killed"),
      putRight: async () => {
        await weir.postgres.replaceStandby();
        return undefined;
      },
    };
  },
};

export function pause(victim: Victim, ms = pauseMs): Fault {
  return {
    name: `stop ${victim.name} for ${ms / 1000} s`,
    lastsMs: ms,
    isOfQueue: victim.isOfQueue ?? false,
    async begin(cluster) {
      const parts = await victim.find(cluster);
      for (const part of parts) part.signal("SIGSTOP");
      return {
        whyHarmless: async () => namesOf(parts, (part) => !isStopped(part), "was not stopped"),
        putRight: async () => {
          for (const part of parts) part.signal("SIGCONT");
          return undefined;
        },
      };
    },
  };
}

export function cut(victim: Victim, { cutOff, whyNoCutOff }: FaultTools): Fault {
  return {
    name: `cut off ${victim.name} for ${pauseMs / 1000} s`,
    lastsMs: pauseMs,
    isOfQueue: victim.isOfQueue ?? false,
    impossible: whyNoCutOff,
    async begin(cluster) {
      const [part] = await victim.find(cluster);
      cutOff!.cut(part!.name);
      return {
        whyHarmless: async () => (cutOff!.dropped() > 0 ? null : `no packet of ${part!.name} was dropped`),
        putRight: async () => {
          cutOff!.heal();
          return undefined;
        },
      };
    },
  };
}

/** Restarts the process with a wrong clock, and at the end with the right one. */
export function setClock(victim: Victim, hours: number, { whyNoWrongClock }: FaultTools): Fault {
  return {
    name: `clock of ${victim.name} ${Math.abs(hours)} h ${hours < 0 ? "slow" : "fast"}`,
    lastsMs: pauseMs,
    impossible: whyNoWrongClock,
    async begin(cluster) {
      const [part] = await victim.find(cluster);
      await part!.kill();
      await part!.startAgain(underWrongClock((hours * hourMs) / 1000));
      return {
        whyHarmless: async () => whyOnTime(cluster, part!, hours),
        putRight: async () => {
          await part!.kill();
          await part!.startAgain();
          return undefined;
        },
      };
    },
  };
}

/** Fills the disk of the server that leads the stream, or of another one. */
export function fillDisk(isLeader: boolean, { disk, whyNoDisk }: FaultTools): Fault {
  return {
    name: `full disk of stream ${isLeader ? "leader" : "follower"}`,
    lastsMs: pauseMs,
    isOfQueue: true,
    impossible: whyNoDisk,
    async begin(cluster) {
      const server = cluster.weir.nats.find((each) => each.part.name === smallDiskServer)!;
      await giveRank(cluster, isLeader);
      // What the server deletes meanwhile must not give it room again.
      const filling = setInterval(() => disk!.fill(), fillEveryMs);
      return {
        whyHarmless: () => whyRoom(server.monitorPort),
        putRight: async () => {
          clearInterval(filling);
          disk!.free();
          const remarks = [await rejoin(cluster, server), await adoptIfGoneBack(cluster)];
          return remarks.filter((remark) => remark !== undefined).join("; ") || undefined;
        },
      };
    },
  };
}

/**
 * A server that has found its disk full takes no part in streams until it is restarted. Sometimes 2.9 never catches up
 * afterwards, and needs a new copy of everything, as a new server in its place would.
 */
async function rejoin({ queue }: TestedCluster, { folder, part }: NatsServer): Promise<string | undefined> {
  await part.kill();
  await part.startAgain();
  const isReplicated = () => queue.isReplicated().catch(() => false);
  try {
    await waitUntil("the server has caught up", isReplicated, catchUpMs);
    return undefined;
  } catch {
    await part.kill();
    rmSync(join(folder, "jetstream"), { recursive: true, force: true });
    await part.startAgain();
    return `${part.name} did not catch up by itself, so its copy of the stream was removed and made anew`;
  }
}

function namesOf(
  parts: readonly Part[],
  isHarmless: (part: Part) => boolean,
  problem: string,
): string | null {
  const names = parts.filter(isHarmless).map(({ name }) => name);
  return names.length === 0 ? null : `${names.join(", ")} ${problem}`;
}

function isStopped({ pid }: Part): boolean {
  const pids = [pid, ...childrenOf(pid).map((child) => child.pid)];
  return pids.every((each) => readProcessStat(each)?.state === "T");
}

/** The time of the last line that the process has logged must be wrong by about the hours. */
function whyOnTime({ weir }: TestedCluster, { name }: Part, hours: number): string | null {
  const { logFile } = weir.nodes.find(({ part }) => part.name === name)!;
  const last = readFileSync(logFile, "utf8").trimEnd().split("\n").at(-1)!;
  const aheadMs = Date.parse((JSON.parse(last) as { time: string }).time) - Date.now();
  return Math.abs(aheadMs - hours * hourMs) < hourMs / 2 ? null : `the clock of ${name} was right: ${last}`;
}

/** Elections until the server with the small disk leads the stream, or another one does. */
async function giveRank({ weir, queue }: TestedCluster, isLeader: boolean): Promise<void> {
  const { port, part } = weir.nats.find((server) => server.part.name === smallDiskServer)!;
  await waitUntil(
    `${part.name} ${isLeader ? "leads" : "follows"}`,
    async () => {
      const before = await queue.leader().catch(() => null);
      if (before !== null && (before === `n${port}`) === isLeader) return true;
      if (before === null) return false;
      await queue.stepDown().catch(() => undefined);
      // Another election before this one has ended would only prolong it.
      await waitUntil(
        "the stream has a leader",
        async () => (await queue.leader().catch(() => null)) !== null,
        electionMs,
      ).catch(() => undefined);
      return false;
    },
    10 * electionMs,
  );
}

/** Null once the server has noticed that its disk is full. It then says itself that it is not healthy. */
async function whyRoom(monitorPort: number): Promise<string | null> {
  try {
    await waitUntil("the server has noticed", async () => !(await isHealthy(monitorPort)), noticeMs);
    return null;
  } catch {
    return "the server never noticed that its disk was full";
  }
}
