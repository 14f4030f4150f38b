import { useEffect } from "react";
import { type EditorAction, editorActionOf } from "../model/editor-keys.ts";
import type { ChainProblem, EditorStore } from "../model/editor-store.ts";
import {
  copySelection,
  deselect,
  duplicateSelection,
  paste,
  removeSelection,
  selectAll,
} from "./edit-selection.ts";

/** The keys of the editor. They do nothing while someone types or a dialog is open. */
export function useEditorKeys(store: EditorStore): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null)
        return;
      const drawn = target.closest<HTMLElement>(".react-flow__node");
      if (event.key === "Enter" && drawn === target) {
        // The canvas selects the node by the same key, and its settings are drawn after that.
        setTimeout(focusSettings);
        return;
      }
      const action = editorActionOf(event);
      // Someone who marked text wants to copy that text.
      const isTextMeant = action === "copy" && getSelection()?.isCollapsed === false;
      if (action === undefined || isTextMeant) return;
      event.preventDefault();
      const beside = drawn?.previousElementSibling ?? drawn?.nextElementSibling;
      actions[action](store);
      // If the focused node was removed, the focus moves to the node beside it.
      if (action === "remove" && beside instanceof HTMLElement) beside.focus();
    };
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, [store]);
}

/** The id of the inspector beside the canvas. */
export const settingsId = "selected-settings";

function focusSettings(): void {
  const settings = document.getElementById(settingsId);
  (settings?.querySelector<HTMLElement>(fields) ?? settings)?.focus();
}

const fields = "input:enabled, select:enabled, textarea:enabled";

/** Selects the node that has a problem and focuses the wrong setting, if the problem is about one. */
export function goToProblem({ node, field }: ChainProblem, store: EditorStore): void {
  if (node === null) return;
  store.select([node]);
  // After the settings are drawn.
  if (field !== null) setTimeout(focusWrongSetting);
}

function focusWrongSetting(): void {
  const settings = document.getElementById(settingsId);
  settings?.querySelector<HTMLElement>("[aria-invalid=true]:enabled")?.focus();
}

/** Escape moves the focus from the settings back to the node on the canvas. */
export function leaveSettings(event: { readonly key: string }, store: EditorStore): void {
  const [only] = store.get().selection;
  if (event.key !== "Escape" || only === undefined) return;
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(only)}"]`)?.focus();
}

const actions: Readonly<Record<EditorAction, (store: EditorStore) => void>> = {
  undo: (store) => store.undo(),
  redo: (store) => store.redo(),
  copy: copySelection,
  paste,
  duplicate: duplicateSelection,
  selectAll,
  remove: removeSelection,
  deselect,
};
