import { useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { ChainEditor } from "./chain-editor.tsx";
import { EditorContext } from "./editor-state.ts";
import { type ChainDetails, EditorStore, type NodeType } from "./editor-store.ts";
import { chainHas } from "./use-linked-node.ts";

/** How long it takes to see that somebody else works on the same chain. */
const refetchMs = 5000;

export function ChainEditorPage() {
  const { chain = "" } = useParams({ strict: false }) as { chain?: string };
  const details = useCall("showChain", { params: { chain } }, { refetchInterval: refetchMs });
  const types = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loaded result={details} what="Opening the chain">
      {(shown) => (
        <Loaded result={types} what="Opening the chain">
          {({ items }) => <OpenChain key={shown.uuid} chain={shown} types={items} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function OpenChain({ chain, types }: { readonly chain: ChainDetails; readonly types: readonly NodeType[] }) {
  const isEditor = useMay("editor");
  // A chain is not edited with a thumb: a phone shows it.
  const isPhone = useIsNarrow();
  const mayEdit = isEditor && !isPhone;
  const byType = useMemo(() => new Map(types.map((type) => [type.type, type])), [types]);
  const { node } = useSearch({ strict: false }) as { node?: string };
  const [store] = useState(() => {
    const opened = new EditorStore(chain, byType, mayEdit);
    // Before anything is drawn, so that there is room for the inspector from the beginning.
    if (chainHas(opened, node)) opened.select([node]);
    return opened;
  });
  useEffect(() => store.set({ mayEdit }), [store, mayEdit]);
  // Somebody else may have drafted or published meanwhile.
  useEffect(() => {
    if (store.adopt(chain)) toast("This chain was changed elsewhere. This is what it is now.");
  }, [store, chain]);
  return (
    <EditorContext value={store}>
      <ChainEditor store={store} details={chain} isPhone={isPhone} />
    </EditorContext>
  );
}
