import { useEffect } from "react";
import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { withLiveCounts } from "../model/live-counts.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** Keeps the counters of the nodes up to date: all of them once, then what the stream tells. */
export function useTraffic(): void {
  const store = useEditorStore();
  const chain = useEditorPart((state) => state.chain.uuid);
  const isPublished = useEditorPart((state) => state.live !== null);
  const { data } = useCall("showChainActivity", { params: { chain } }, { enabled: isPublished });
  useEffect(() => {
    if (data !== undefined) store.set({ traffic: new Map(data.nodes.map((node) => [node.node, node])) });
  }, [store, data]);
  useLive("chain", (counts) => {
    if (counts.chain === chain) store.set({ traffic: withLiveCounts(store.get().traffic, counts) });
  });
}
