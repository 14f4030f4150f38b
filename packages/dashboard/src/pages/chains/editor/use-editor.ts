import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import type { EditorState, EditorStore } from "../model/editor-store.ts";
import type { SharedValue } from "../model/shared-value.ts";

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error("No editor is open here.");
  return store;
}

type Actions = Pick<EditorStore, "edit" | "undo" | "redo" | "select" | "setHighlight" | "setStep">;
type Editor = EditorState & Actions;

/** The state of the open editor and its actions. Renders again after every change of the state. */
export function useEditor(): Editor {
  const store = useEditorStore();
  const state = useShared(store);
  return useMemo(() => {
    const { edit, undo, redo, select, setHighlight, setStep } = store;
    return { ...state, edit, undo, redo, select, setHighlight, setStep };
  }, [store, state]);
}

/** A part of the state. Renders again only when that part is a different value. */
export function useEditorPart<Part>(choose: (state: EditorState) => Part): Part {
  const { listen, get } = useEditorStore();
  return useSyncExternalStore(listen, () => choose(get()));
}

/** A value of the model. Renders again after every change. */
export function useShared<Value>({ listen, get }: Pick<SharedValue<Value>, "listen" | "get">): Value {
  return useSyncExternalStore(listen, get);
}
