import type { Position } from "@weir/rule-engine/chain";
import { toast } from "../../../ui/toast.tsx";
import { copyNodes, pasteNodes } from "../model/copied-nodes.ts";
import { withoutParts } from "../model/edit-definition.ts";
import type { EditorStore } from "../model/editor-store.ts";

/** What keys, buttons and menus do to the nodes and wires that are selected. */

/** The last input stays: a chain without one takes no readings. */
export function removeSelection(store: EditorStore): void {
  const { definition, selection, selectedWires } = store.get();
  const inputs = definition.nodes.filter(({ type }) => type === "input");
  const [input] = inputs;
  const gone = inputs.length === 1 ? selection.filter((id) => id !== input?.id) : selection;
  if (gone.length < selection.length && selection.length === 1 && selectedWires.length === 0) {
    toast("The input stays: readings come in by it.", "bad");
  }
  store.edit(withoutParts(definition, gone, selectedWires));
}

export function copySelection(store: EditorStore): void {
  const { definition, selection } = store.get();
  const count = copyNodes(definition, selection);
  if (count > 0) toast(count === 1 ? "Copied 1 node." : `Copied ${count} nodes.`);
}

/** Into the middle of what is seen. */
export function paste(store: EditorStore): void {
  pasteAround(store, store.middleInSight());
}

/** Beside what it is a copy of. */
export function duplicateSelection(store: EditorStore): void {
  const { definition, selection } = store.get();
  if (copyNodes(definition, selection) > 0) pasteAround(store, null);
}

function pasteAround(store: EditorStore, middle: Position | null): void {
  const { mayEdit, definition } = store.get();
  const pasted = mayEdit ? pasteNodes(definition, middle) : null;
  if (pasted === null) return;
  store.edit(pasted.definition);
  store.set({ pasted: pasted.ids });
  store.select(pasted.ids);
}

export function selectAll(store: EditorStore): void {
  store.select(store.get().definition.nodes.map(({ id }) => id));
}
