import type { ChainDefinition, Point } from "@weir/rule-engine/chain";
import { plural } from "../../../format/number.ts";
import { toast } from "../../../ui/toast.tsx";
import { copyNodes, pasteNodes } from "../model/copied-nodes.ts";
import { removableNodes, withoutParts } from "../model/edit-definition.ts";
import type { EditorStore } from "../model/editor-store.ts";

/** What keys, buttons and menus do to the selected nodes and wires. */

/** Copied nodes are kept across the chains and tabs of a browser. */
const storageKey = "weir.copied-nodes";

export function removeSelection(store: EditorStore): void {
  const { definition, selection, selectedWires } = store.get();
  const removed = removableNodes(definition, selection);
  if (removed.length < selection.length && selection.length === 1 && selectedWires.length === 0) {
    toast("The input can’t be deleted: every reading enters the chain there.", "bad");
  }
  store.edit(withoutParts(definition, removed, selectedWires));
}

export function copySelection(store: EditorStore): void {
  const copied = keepCopy(store);
  if (copied !== null) toast(`Copied ${plural(copied.nodes.length, "node")}.`);
}

/** Pastes into the middle of the visible part of the canvas. */
export function paste(store: EditorStore): void {
  const kept = localStorage.getItem(storageKey);
  if (kept !== null) pasteAround(store, JSON.parse(kept) as ChainDefinition, store.middleInSight());
}

/** Pastes beside the original. */
export function duplicateSelection(store: EditorStore): void {
  const copied = keepCopy(store);
  if (copied !== null) pasteAround(store, copied, null);
}

export function selectAll(store: EditorStore): void {
  store.select(store.get().definition.nodes.map(({ id }) => id));
}

export function deselect(store: EditorStore): void {
  store.select([]);
  if (store.get().highlight.length > 0) store.setHighlight([]);
}

function keepCopy(store: EditorStore): ChainDefinition | null {
  const { definition, selection } = store.get();
  const copied = copyNodes(definition, selection);
  if (copied !== null) localStorage.setItem(storageKey, JSON.stringify(copied));
  return copied;
}

function pasteAround(store: EditorStore, copied: ChainDefinition, middle: Point | null): void {
  const { mayEdit, definition } = store.get();
  if (!mayEdit) return;
  const pasted = pasteNodes(definition, copied, middle);
  store.edit(pasted.definition);
  store.set({ pasted: pasted.ids });
  store.select(pasted.ids);
}
