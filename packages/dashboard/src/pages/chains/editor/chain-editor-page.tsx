import { useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { isGone } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Page } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { type ChainDetails, EditorStore, type NodeType } from "../model/editor-store.ts";
import { NoSuchChain } from "../no-such-chain.tsx";
import { ChainEditor } from "./chain-editor.tsx";
import { EditorContext } from "./use-editor.ts";
import { chainHas } from "./use-linked-node.ts";

const what = "Opening the chain";
const crumbs = [{ label: "Rule chains", to: "/chains" }];
/** How long it takes to see that somebody else works on the same chain. */
const refetchMs = 5000;

export function ChainEditorPage() {
  const { chain = "" } = useParams({ strict: false }) as { chain?: string };
  const details = useCall("showChain", { params: { chain } }, { refetchInterval: refetchMs });
  const types = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  const shown = details.data;
  // Where it is known, what was edited outlives the chain: it may be all that is left of it.
  if (shown === undefined) {
    const gone = (
      <Page title="Rule chain" crumbs={crumbs}>
        <NoSuchChain />
      </Page>
    );
    return <Loaded {...{ result: details, what, gone }}>{() => null}</Loaded>;
  }
  return (
    <Loaded result={types} what={what}>
      {({ items }) => <OpenChain key={chain} chain={shown} types={items} isDeleted={isGone(details.error)} />}
    </Loaded>
  );
}

function OpenChain({
  chain,
  types,
  isDeleted,
}: {
  readonly chain: ChainDetails;
  readonly types: readonly NodeType[];
  readonly isDeleted: boolean;
}) {
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
  useEffect(() => store.set({ isDeleted }), [store, isDeleted]);
  // Somebody else may have drafted or published meanwhile.
  useEffect(() => {
    if (store.adopt(chain)) toast("This chain was changed elsewhere. You now see the latest version.");
  }, [store, chain]);
  return (
    <EditorContext value={store}>
      <ChainEditor store={store} details={chain} isPhone={isPhone} />
    </EditorContext>
  );
}
