import type { LiveChainCounts } from "@weir/protocol/manage/live-events";
import type { NodeTraffic } from "./editor-store.ts";
import { failureOutput } from "./node-outputs.ts";

/** The traffic of the same nodes, brought up to date. As many readings have entered a node as have left it. */
export function withLiveCounts(
  traffic: ReadonlyMap<string, NodeTraffic>,
  { nodes, errors }: Pick<LiveChainCounts, "nodes" | "errors">,
): ReadonlyMap<string, NodeTraffic> {
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
