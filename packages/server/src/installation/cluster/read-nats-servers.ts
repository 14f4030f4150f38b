import type { NatsServer } from "../../manage/system/cluster-status.ts";
import {
  type DurabilityFinding,
  hasSync,
  type ServerFacts,
} from "../../queue/jetstream/durability-finding.ts";
import type { QueueStream } from "../../queue/jetstream/queue-stream.ts";

/** The servers that hold the queue, with what they or their monitoring addresses report. The leader comes first. */
export async function readNatsServers(
  stream: QueueStream,
  { servers }: Pick<DurabilityFinding, "servers">,
): Promise<NatsServer[]> {
  const { cluster } = await stream.manager.streams.info(stream.name);
  const factsOf = (name: string) => servers.find((facts) => facts.name === name);
  const server = (name: string, isLeader: boolean, isOnline: boolean, isCurrent: boolean): NatsServer => {
    const facts = factsOf(name);
    return {
      name,
      isLeader,
      isOnline,
      isCurrent,
      version: facts?.version ?? null,
      syncs: facts === undefined ? null : syncsOf(facts),
    };
  };
  const leader = cluster?.leader ?? "";
  const found = [
    ...(leader === "" ? [] : [server(leader, true, true, true)]),
    ...(cluster?.replicas ?? []).map(({ name, offline, current }) =>
      server(name, false, offline !== true, current),
    ),
  ];
  // A single server leads no cluster. Other servers may hold nothing of the queue.
  const others = servers.filter(({ name }) => !found.some((known) => known.name === name));
  return [
    ...found,
    ...others.map((facts) => ({
      name: facts.name,
      version: facts.version,
      syncs: syncsOf(facts),
      isLeader: false,
      isOnline: true,
      isCurrent: null,
    })),
  ];
}

function syncsOf({ version, syncsAlways }: ServerFacts): boolean | null {
  return hasSync(version) ? syncsAlways : false;
}
