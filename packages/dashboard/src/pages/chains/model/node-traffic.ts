import type { LiveChainCounts } from "@weir/protocol/manage/live-events";
import { failureOutput } from "@weir/rule-engine/node-type";
import type { NodeTraffic } from "./editor-store.ts";

type Traffic = ReadonlyMap<string, NodeTraffic>;

/** Updates the traffic of the same nodes. As many readings have entered a node as have left it. */
export function withLiveCounts(
  traffic: Traffic,
  { nodes, errors }: Pick<LiveChainCounts, "nodes" | "errors">,
): Traffic {
  const countsOf = Map.groupBy(nodes, ({ node }) => node);
  return new Map(
    [...traffic].map(([id, was]) => {
      const counts = countsOf.get(id) ?? [];
      const of = (name: string) => counts.find(({ output }) => output === name);
      const error = errors.find(({ node }) => node === id);
      const now: NodeTraffic = {
        ...was,
        in: counts.reduce((sum, { readings }) => sum + readings, 0),
        out: was.out.map(({ output }) => {
          return { output, readings: of(output)?.readings ?? 0, ended: of(output)?.ended ?? 0 };
        }),
        failed: of(failureOutput)?.readings ?? 0,
        ended: counts.reduce((sum, { ended }) => sum + ended, 0),
        last_error:
          error === undefined ? was.last_error : { at: error.at, reason: error.reason, sensor: error.sensor },
      };
      return [id, now] as const;
    }),
  );
}

/** The readings that left a node by one of its outputs; undefined if they are not counted. */
export function readingsBy(output: string, traffic: NodeTraffic | undefined): number | undefined {
  if (output === failureOutput) return traffic?.failed;
  return traffic?.out.find((counted) => counted.output === output)?.readings;
}

/** The last error of a node if the published version caused it. Errors of earlier versions may have been fixed. */
export function failureSince<Failure extends { readonly at: string }>(
  last: Failure | null | undefined,
  publishedAt: string | null,
): Failure | null {
  if (last === null || last === undefined || publishedAt === null) return null;
  return Date.parse(last.at) >= Date.parse(publishedAt) ? last : null;
}
