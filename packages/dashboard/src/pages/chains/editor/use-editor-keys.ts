import { useEffect } from "react";
import type { ChainProblem, EditorStore } from "../model/editor-store.ts";
import { copySelection, duplicateSelection, paste, removeSelection, selectAll } from "./edit-selection.ts";

/** The keys of the editor, wherever nobody is typing and no dialog is open. */
export function useEditorKeys(store: EditorStore): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null)
        return;
      const drawn = target.closest<HTMLElement>(".react-flow__node");
      if (event.key === "Enter" && drawn === target) {
        // The canvas selects it by the same key; its settings are there once that is drawn.
        setTimeout(focusSettings);
        return;
      }
      const action = actionOf(event);
      if (action === undefined) return;
      event.preventDefault();
      const beside = drawn?.previousElementSibling ?? drawn?.nextElementSibling;
      action(store);
      // Whoever removed the node under the focus goes on from the one beside it.
      if (action === removeSelection && beside instanceof HTMLElement) beside.focus();
    };
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, [store]);
}

/** Of what is selected, beside the drawing. */
export const settingsId = "selected-settings";

function focusSettings(): void {
  const settings = document.getElementById(settingsId);
  (settings?.querySelector<HTMLElement>(fields) ?? settings)?.focus();
}

const fields = "input:enabled, select:enabled, textarea:enabled";

/** Goes to where a problem is mended: to its node, and to the setting that is wrong where it is about one. */
export function goToProblem({ node, field }: ChainProblem, store: EditorStore): void {
  if (node === null) return;
  store.select([node]);
  // Once its settings are drawn.
  if (field !== null) setTimeout(focusWrongSetting);
}

function focusWrongSetting(): void {
  const settings = document.getElementById(settingsId);
  settings?.querySelector<HTMLElement>("[aria-invalid=true]:enabled")?.focus();
}

/** Back from the settings to the node on the canvas, by the key that leaves things. */
export function leaveSettings(event: { readonly key: string }, store: EditorStore): void {
  const [only] = store.get().selection;
  if (event.key !== "Escape" || only === undefined) return;
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(only)}"]`)?.focus();
}

type Action = (store: EditorStore) => void;

const withControl: Readonly<Record<string, Action>> = {
  z: (store) => store.undo(),
  "shift z": (store) => store.redo(),
  y: (store) => store.redo(),
  v: paste,
  d: duplicateSelection,
  a: selectAll,
};

function actionOf(event: KeyboardEvent): Action | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    // Text that somebody marked is what they want to copy.
    if (key === "c") return getSelection()?.isCollapsed === false ? undefined : copySelection;
    return withControl[event.shiftKey ? `shift ${key}` : key];
  }
  if (event.altKey) return undefined;
  if (key === "delete" || key === "backspace") return removeSelection;
  if (key === "escape") return clear;
  return undefined;
}

function clear(store: EditorStore): void {
  store.select([]);
  if (store.get().highlight.length > 0) store.setHighlight([]);
}
