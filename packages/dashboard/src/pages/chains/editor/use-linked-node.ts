import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { toast } from "../../../ui/toast.tsx";
import type { EditorStore } from "../model/editor-store.ts";

/** Selects the node that the link names, as links from receipts and records do. */
export function useLinkedNode(store: EditorStore): void {
  const { node } = useSearch({ strict: false }) as { node?: string };
  useEffect(() => {
    if (node === undefined) return;
    if (chainHas(store, node)) store.select([node]);
    else toast("The node that the link leads to is not in this chain any more.", "bad");
  }, [store, node]);
}

export function chainHas(store: EditorStore, node: string | undefined): node is string {
  return store.get().definition.nodes.some(({ id }) => id === node);
}
