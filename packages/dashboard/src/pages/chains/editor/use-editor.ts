import type { ChainDefinition } from "@weir/rule-engine/chain";
import { createContext, useContext, useMemo, useRef, useSyncExternalStore } from "react";
import type { CallInput } from "../../../api/route-types.ts";
import type { EditorState, EditorStore } from "../model/editor-store.ts";

export type { ChainProblem, EditorState, HighlightStep, NodeType } from "../model/editor-store.ts";

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error("No editor is open here.");
  return store;
}

type Actions = Pick<EditorStore, "edit" | "undo" | "redo" | "select" | "setHighlight" | "setStep">;
export type Editor = EditorState & Actions;

/** The state of the open editor and what can be done with it. Shown again after every change of any of it. */
export function useEditor(): Editor {
  const store = useEditorStore();
  const state = useSyncExternalStore(store.listen, store.get);
  return useMemo(() => {
    const { edit, undo, redo, select, setHighlight, setStep } = store;
    return { ...state, edit, undo, redo, select, setHighlight, setStep };
  }, [store, state]);
}

/** A part of the state; shown again only when that part is another. `isSame` is for parts that are made anew. */
export function useEditorPart<Part>(
  choose: (state: EditorState) => Part,
  isSame: (one: Part, other: Part) => boolean = Object.is,
): Part {
  const store = useEditorStore();
  const last = useRef<{ part: Part } | null>(null);
  return useSyncExternalStore(store.listen, () => {
    const part = choose(store.get());
    if (last.current === null || !isSame(last.current.part, part)) last.current = { part };
    return last.current.part;
  });
}

/** The definition as the API takes it, which knows no read-only lists. */
export function definitionBody(definition: ChainDefinition): CallInput<"saveDraft">["body"] {
  return definition as CallInput<"saveDraft">["body"];
}
