import type { Fault, FaultTools } from "./fault.ts";
import { deletedStream, lostServers } from "./new-stream.ts";
import { cut, fillDisk, kill, killPrimary, pause, setClock } from "./part-faults.ts";
import { replaceServer } from "./replace-server.ts";
import { replaceTokens } from "./replace-tokens.ts";
import { rollingRestart } from "./rolling-restart.ts";
import * as victims from "./victims.ts";
import { wrongKey } from "./wrong-key.ts";

const tokensReplaced = 200;

export function allFaults(tools: FaultTools): Fault[] {
  const { leader, follower, twoServers, allServers, nodes, primary, standby, redis, everything } = victims;
  const { ingest, processor } = victims;
  const single = [leader, follower, ...nodes, primary, standby, redis];
  return [
    ...single.filter((victim) => victim !== primary).map((victim) => kill([victim])),
    killPrimary,
    ...[twoServers, allServers, everything].map((victim) => kill([victim])),
    ...[...single, twoServers].map((victim) => pause(victim)),
    ...single.map((victim) => cut(victim, tools)),
    ...[1, -1].flatMap((hours) => [ingest, processor].map((victim) => setClock(victim, hours, tools))),
    ...[true, false].map((isLeader) => fillDisk(isLeader, tools)),
    deletedStream,
    lostServers,
    replaceServer,
    wrongKey,
    rollingRestart,
    replaceTokens(tokensReplaced, tools.cutOff),
  ];
}

/** Those that other releases of NATS are tried with. */
export const natsFaults: readonly Fault[] = [victims.leader, victims.twoServers, victims.allServers].map(
  (victim) => kill([victim]),
);

/** The most important ones. */
export const someFaults: readonly Fault[] = [
  kill([victims.leader], 1000),
  // Longer than the lease of a processor, so that the other one takes over its partitions.
  kill([victims.ingest, victims.processor], 3000),
  { ...killPrimary, lastsMs: 1000 },
  pause(victims.processor, 4000),
];
