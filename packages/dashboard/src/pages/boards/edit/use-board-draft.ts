import { useRef, useState } from "react";
import { EditHistory } from "../../../ui/edit-history.ts";
import type { BoardDefinition } from "../model/board.ts";
import { compacted, inReadingOrder } from "../model/grid.ts";

export interface BoardDraft {
  readonly definition: BoardDefinition;
  readonly isChanged: boolean;
  readonly change: (definition: BoardDefinition) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** A board while it is edited. Nothing is saved until the person saves it, and each change can be undone. */
export function useBoardDraft(first: BoardDefinition): BoardDraft {
  const [start] = useState(() => settled(first));
  const [definition, setDefinition] = useState(start);
  const history = useRef(new EditHistory<BoardDefinition>());
  const step = (next: BoardDefinition | undefined) => {
    if (next !== undefined) setDefinition(next);
  };
  return {
    definition,
    isChanged: JSON.stringify(definition) !== JSON.stringify(start),
    change: (next) => {
      if (JSON.stringify(next) === JSON.stringify(definition)) return;
      history.current.add(definition, undefined);
      setDefinition(next);
    },
    canUndo: history.current.canUndo,
    canRedo: history.current.canRedo,
    undo: () => step(history.current.undo(definition)),
    redo: () => step(history.current.redo(definition)),
  };
}

/** Without gaps and overlaps. While tiles move, the list keeps this order, so that the focus stays where it is. */
function settled(definition: BoardDefinition): BoardDefinition {
  return { ...definition, tiles: [...inReadingOrder(compacted(definition.tiles))] };
}
