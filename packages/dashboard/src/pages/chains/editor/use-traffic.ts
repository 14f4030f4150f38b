import { useEffect } from "react";
import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { useEditorPart, useEditorStore } from "./editor-state.ts";
import type { NodeTraffic } from "./editor-store.ts";
import { failureOutput } from "./node-outputs.ts";

/** What a chain has counted since it was made, as the live stream tells it. */
interface LiveCounts {
  readonly chain: string;
  readonly nodes: readonly { node: string; output: string; readings: number; ended: number }[];
  readonly errors: readonly { node: string; at: string; reason: string; sensor: string | null }[];
}

/** Keeps the counters of the nodes up to date: all of them once, then what the stream tells. */
export function useTraffic(): void {
  const store = useEditorStore();
  const chain = useEditorPart((state) => state.chain.uuid);
  const isPublished = useEditorPart((state) => state.live !== null);
  const { data } = useCall("showChainActivity", { params: { chain } }, { enabled: isPublished });
  useEffect(() => {
    if (data !== undefined) store.set({ traffic: new Map(data.nodes.map((node) => [node.node, node])) });
  }, [store, data]);
  useLive<LiveCounts>("chain", (counts) => {
    if (counts.chain !== chain) return;
    const { traffic, live } = store.get();
    store.set({ traffic: withCounts(traffic, live?.wires ?? [], counts) });
  });
}

function withCounts(
  traffic: ReadonlyMap<string, NodeTraffic>,
  wires: readonly { readonly from: string; readonly output: string; readonly to: string }[],
  { nodes, errors }: LiveCounts,
): ReadonlyMap<string, NodeTraffic> {
  const counted = new Map(nodes.map((count) => [`${count.node} ${count.output}`, count]));
  const readingsOf = (node: string, output: string) => counted.get(`${node} ${output}`)?.readings ?? 0;
  const endedOf = (node: string, output: string) => counted.get(`${node} ${output}`)?.ended ?? 0;
  return new Map(
    [...traffic].map(([id, was]) => {
      const out = was.out.map(({ output }) => ({
        ...{ output, readings: readingsOf(id, output), ended: endedOf(id, output) },
      }));
      const incoming = wires.filter(({ to }) => to === id);
      const error = errors.find(({ node }) => node === id);
      const passed = out.reduce((sum, { readings }) => sum + readings, 0);
      return [
        id,
        {
          ...was,
          out,
          in:
            incoming.length === 0
              ? passed
              : incoming.reduce((sum, { from, output }) => sum + readingsOf(from, output), 0),
          failed: readingsOf(id, failureOutput),
          ended: out.reduce((sum, { ended }) => sum + ended, endedOf(id, failureOutput)),
          last_error:
            error === undefined
              ? was.last_error
              : { at: error.at, reason: error.reason, sensor: error.sensor },
        },
      ];
    }),
  );
}
