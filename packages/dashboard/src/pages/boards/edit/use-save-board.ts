import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callVersioned, type Versioned } from "../../../api/client.ts";
import { isProblem, messageOf } from "../../../api/problem.ts";
import { refresh } from "../../../api/queries.ts";
import { queryClient } from "../../../api/query-client.ts";
import { toast } from "../../../ui/toast.tsx";
import type { Board, BoardDefinition } from "../model/board.ts";
import { inReadingOrder } from "../model/grid.ts";
import { changedByBoards } from "../use-board.ts";

export interface BoardSaving {
  readonly isPending: boolean;
  readonly isSaved: boolean;
  /** The board as somebody else has saved it since it was opened here; null if nobody has. */
  readonly theirs: Versioned<Board> | null;
  readonly save: (definition: BoardDefinition) => void;
  /** Saves although somebody else has changed the board. Their version stays in the list of versions. */
  readonly overwrite: (definition: BoardDefinition) => void;
}

/** Saves a board on top of the version with which editing began, and notices if there is a newer one. */
export function useSaveBoard({
  uuid,
  first,
  onSaved,
}: {
  readonly uuid: string;
  readonly first: Versioned<Board>;
  readonly onSaved: () => void;
}): BoardSaving {
  // Other people's changes reach the page while it is open, but the draft is based on this version.
  const [base] = useState(first);
  const [theirs, setTheirs] = useState<Versioned<Board> | null>(null);
  const params = { board: uuid };
  const saving = useMutation({
    mutationFn: ({ definition, etag }: { definition: BoardDefinition; etag: string | null }) =>
      callVersioned("updateBoard", {
        params,
        ifMatch: etag ?? undefined,
        body: { definition: { ...definition, tiles: [...inReadingOrder(definition.tiles)] } },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(["showBoard", { params }], saved);
      void refresh(...changedByBoards);
      toast("Board saved.");
      onSaved();
    },
    onError: async (error) => {
      if (isProblem(error, "changed_meanwhile"))
        setTheirs((await callVersioned("showBoard", { params })) as Versioned<Board>);
      else toast(messageOf(error), "bad");
    },
  });
  return {
    isPending: saving.isPending,
    isSaved: saving.isSuccess,
    theirs,
    save: (definition) => saving.mutate({ definition, etag: base.etag }),
    overwrite: (definition) => saving.mutate({ definition, etag: theirs?.etag ?? null }),
  };
}
