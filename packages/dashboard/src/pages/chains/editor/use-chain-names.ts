import { useEffect } from "react";
import { useCall } from "../../../api/queries.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** Learns the names of the account's chains where a node hands readings to one of them. */
export function useChainNames(): void {
  const store = useEditorStore();
  const isNeeded = useEditorPart(({ definition }) => definition.nodes.some(({ type }) => type === "chain"));
  const { data } = useCall("listChains", { query: { limit: 200 } }, { enabled: isNeeded });
  useEffect(() => {
    if (data !== undefined)
      store.set({ chainNames: new Map(data.items.map(({ uuid, name }) => [uuid, name])) });
  }, [store, data]);
}
