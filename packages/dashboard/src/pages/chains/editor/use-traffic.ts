import { useEffect, useRef } from "react";
import { useLive, useLiveState } from "../../../api/live.ts";
import { refresh, useCall } from "../../../api/queries.ts";
import { withLiveCounts } from "../model/node-traffic.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/**
 * Loads all counters and then follows the live events. If one comes while the counters are on their way, or if the stream
 * opens only then, the server may have answered before it counted. So it is asked once more.
 */
export function useTraffic(): void {
  const store = useEditorStore();
  const chain = useEditorPart((state) => state.chain.uuid);
  const isPublished = useEditorPart((state) => state.published !== null);
  const { data, isFetching } = useCall("showChainActivity", { params: { chain } }, { enabled: isPublished });
  const isLive = useLiveState().is === "live";
  const wasLive = useRef(isLive);
  const isAsking = useRef(isFetching);
  const mustAskAgain = useRef(false);
  useEffect(() => {
    if (data !== undefined) store.set({ traffic: new Map(data.nodes.map((node) => [node.node, node])) });
  }, [store, data]);
  useEffect(() => {
    isAsking.current = isFetching;
    if (isLive && !wasLive.current) mustAskAgain.current = true;
    wasLive.current = isLive;
    if (isFetching || !mustAskAgain.current) return;
    mustAskAgain.current = false;
    void refresh("showChainActivity");
  }, [isFetching, isLive]);
  useLive("chain", (counts) => {
    if (counts.chain !== chain) return;
    if (isAsking.current) mustAskAgain.current = true;
    store.set({ traffic: withLiveCounts(store.get().traffic, counts) });
  });
}
