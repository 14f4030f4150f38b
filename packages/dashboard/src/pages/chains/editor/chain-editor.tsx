import { ReactFlowProvider } from "@xyflow/react";
import { useMemo, useState } from "react";
import { useFilters } from "../../../app/use-filters.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AssignChainDialog } from "../assign-chain-dialog.tsx";
import { usersInWords } from "../chain-users.ts";
import { type ChainChange, chainChanges } from "../model/chain-changes.ts";
import type { ChainDetails, EditorStore } from "../model/editor-store.ts";
import { nodeTitle } from "../model/node-titles.ts";
import { Canvas } from "./canvas.tsx";
import { CanvasTools, type View } from "./canvas-tools.tsx";
import { ChainState } from "./chain-state.tsx";
import { Drawer } from "./drawer.tsx";
import { Inspector } from "./inspector.tsx";
import { NodeList } from "./node-list.tsx";
import { Palette } from "./palette.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { useChainNames } from "./use-chain-names.ts";
import { type DraftSaving, useDraftSaving } from "./use-draft-saving.ts";
import { useEditor } from "./use-editor.ts";
import { leaveSettings, settingsId, useEditorKeys } from "./use-editor-keys.ts";
import { useLinkedNode } from "./use-linked-node.ts";
import { useTraffic } from "./use-traffic.ts";
import { useValidation } from "./use-validation.ts";

const nothing = { nodes: [], wires: [] };

/** Palette, canvas, inspector; above them what publishing would change, below them ways to try it. */
export function ChainEditor({
  store,
  details,
  isPhone,
}: {
  readonly store: EditorStore;
  /** The chain as the server has it. */
  readonly details: ChainDetails;
  readonly isPhone: boolean;
}) {
  const saving = useDraftSaving(store);
  useEditorKeys(store);
  useLinkedNode(store);
  useValidation();
  useTraffic();
  useChainNames();
  const [{ view: chosen }, choose] = useFilters("view");
  // A phone has no room to draw a chain that can be read; a list it has.
  const view: View = chosen === "canvas" || chosen === "list" ? chosen : isPhone ? "list" : "canvas";
  const { chain, definition, live, nodeTypes, mayEdit, selection } = useEditor();
  const isUsed = usersInWords(details) !== null;
  const changes = useMemo(
    () => chainChanges(live ?? nothing, definition, nodeTypes),
    [live, definition, nodeTypes],
  );
  return (
    <ReactFlowProvider>
      <Page
        title={chain.name}
        isFull
        crumbs={[{ label: "Rule chains", to: "/chains" }]}
        aside={<ChainState isUsed={isUsed} />}
        action={
          <>
            {mayEdit && live !== null && <AssignButton chain={details} />}
            <ButtonLink to={`/chains/${chain.uuid}/versions` as string}>Versions</ButtonLink>
            {mayEdit && <PublishButton changes={changes} saving={saving} />}
          </>
        }
      >
        {saving.question}
        <div className="flex h-full flex-col">
          <PublishBar {...{ changes, saving }} isUsed={isUsed} />
          <div className="flex min-h-0 flex-1">
            {mayEdit && (
              <aside
                aria-label="Nodes to add"
                className="flex w-50 shrink-0 flex-col border-r border-line bg-surface"
              >
                <Palette />
              </aside>
            )}
            <div className="flex min-w-0 flex-1 flex-col">
              <div className="flex min-h-0 flex-1">
                <div className="flex min-w-0 flex-1 flex-col">
                  <CanvasTools view={view} onView={(wanted) => choose({ view: wanted })} />
                  <div className="min-h-0 flex-1">{view === "canvas" ? <Canvas /> : <NodeList />}</div>
                </div>
                {isPhone && <InspectorSheet />}
                {!isPhone && selection.length > 0 && (
                  <aside
                    id={settingsId}
                    tabIndex={-1}
                    aria-label="Settings of the selection"
                    onKeyDown={(event) => leaveSettings(event, store)}
                    className="w-68 shrink-0 overflow-y-auto border-l border-line bg-surface outline-none xl:w-76"
                  >
                    <Inspector />
                  </aside>
                )}
              </div>
              <Drawer />
            </div>
          </div>
        </div>
      </Page>
    </ReactFlowProvider>
  );
}

function AssignButton({ chain }: { readonly chain: ChainDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Assign…</Button>
      {isOpen && <AssignChainDialog chain={chain} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PublishButton({
  changes,
  saving,
}: {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
}) {
  const { problems, draftRevision, saving: state, isDeleted } = useEditor();
  const [isOpen, setIsOpen] = useState(false);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const hasDraft = draftRevision !== null || state !== "saved";
  const isReady = hasDraft && changes.length > 0 && errors === 0 && state !== "conflict" && !isDeleted;
  const reason = isDeleted
    ? "This chain was deleted."
    : errors > 0
      ? "Fix the problems first. The Problems panel lists them."
      : state === "conflict"
        ? "Choose first whose draft to keep."
        : "There are no changes to publish.";
  const open = async () => {
    if (await saving.flush()) setIsOpen(true);
    else toast("The draft couldn’t be saved, so it can’t be published yet.", "bad");
  };
  return (
    <>
      <Button
        look="primary"
        // Not disabled: it would lose the focus in the moment that something is published.
        aria-disabled={!isReady}
        className="aria-disabled:opacity-50 aria-disabled:hover:bg-accent"
        title={isReady ? undefined : reason}
        onClick={() => (isReady ? void open() : toast(reason, "bad"))}
      >
        Publish…
      </Button>
      {isOpen && <PublishDialog onClose={() => setIsOpen(false)} changes={changes} />}
    </>
  );
}

function InspectorSheet() {
  const { selection, definition, nodeTypes, select } = useEditor();
  const node = definition.nodes.find(({ id }) => id === selection[0]);
  return (
    <Sheet
      isOpen={selection.length === 1 && node !== undefined}
      onClose={() => select([])}
      title={node === undefined ? "Node" : nodeTitle(node, nodeTypes)}
    >
      <Inspector />
    </Sheet>
  );
}
