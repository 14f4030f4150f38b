import { useEffect, useRef } from "react";
import type { BoardDraft } from "./use-board-draft.ts";

/** Ctrl-Z or ⌘-Z undoes and with Shift redoes, except in a field, which has its own. */
export function useUndoKeys(draft: Pick<BoardDraft, "undo" | "redo">): void {
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const isElsewhere = (event.target as HTMLElement).closest("input, textarea, select, [role=dialog]");
      if (isElsewhere !== null || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z")
        return;
      event.preventDefault();
      if (event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, []);
}
