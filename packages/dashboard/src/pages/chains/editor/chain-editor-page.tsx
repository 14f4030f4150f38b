import { useParams } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { isGone } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { useFilters } from "../../../app/use-filters.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { type Crumb, Page } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { type ChainDetails, EditorStore } from "../model/editor-store.ts";
import type { NodeType } from "../model/node-type.ts";
import { NoSuchChain } from "../no-such-chain.tsx";
import { ChainEditor } from "./chain-editor.tsx";
import { EditorContext } from "./use-editor.ts";

const what = "Loading chain";
const crumbs: readonly Crumb[] = [{ label: "Rule chains", to: "/chains" }];
/** How often to look whether someone else changed the chain. */
const refetchMs = 5000;

export function ChainEditorPage() {
  const { chain = "" } = useParams({ strict: false });
  const details = useCall("showChain", { params: { chain } }, { refetchInterval: refetchMs });
  const types = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  const shown = details.data;
  // What was edited stays open if the chain is deleted: it may be all that is left.
  if (shown === undefined) {
    const gone = (
      <Page title="Rule chain" crumbs={crumbs}>
        <NoSuchChain />
      </Page>
    );
    return (
      <Loaded result={details} shape="chart" what={what} gone={gone}>
        {() => null}
      </Loaded>
    );
  }
  return (
    <Loaded result={types} shape="chart" what={what}>
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
  const mayEdit = useMay("editor");
  const isPhone = useIsNarrow();
  const byType = useMemo(() => new Map(types.map((type) => [type.type, type])), [types]);
  const [{ node }] = useFilters("node");
  const [store] = useState(() => {
    const opened = new EditorStore(chain, byType, mayEdit);
    // Before anything is drawn, so that there is room for the inspector from the start.
    if (opened.has(node)) opened.select([node]);
    return opened;
  });
  // Receipts and records have links to a node.
  useEffect(() => {
    if (node === undefined) return;
    if (store.has(node)) store.select([node]);
    else toast("The linked node is no longer in this chain.", "bad");
  }, [store, node]);
  useEffect(() => store.set({ mayEdit }), [store, mayEdit]);
  useEffect(() => store.set({ isDeleted }), [store, isDeleted]);
  // Someone else may have saved a draft or published meanwhile.
  useEffect(() => {
    if (store.adopt(chain)) toast("This chain was changed elsewhere. You now see the latest version.");
  }, [store, chain]);
  return (
    <EditorContext value={store}>
      <ChainEditor store={store} details={chain} isPhone={isPhone} />
    </EditorContext>
  );
}
