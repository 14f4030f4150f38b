import { ReactFlowProvider } from "@xyflow/react";
import { useMemo, useState } from "react";
import { useFilters } from "../../../app/use-filters.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { AssignChainDialog } from "../assign-chain-dialog.tsx";
import { usersInWords } from "../chain-users.ts";
import { chainChanges } from "../model/chain-changes.ts";
import type { ChainDetails, EditorStore } from "../model/editor-store.ts";
import { nodeTitle } from "../model/node-titles.ts";
import { Canvas } from "./canvas.tsx";
import { CanvasTools, type View } from "./canvas-tools.tsx";
import { Drawer } from "./drawer.tsx";
import { Inspector } from "./inspector.tsx";
import { NodeList } from "./node-list.tsx";
import { Palette } from "./palette.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { PublishButton } from "./publish-dialog.tsx";
import { useDraftSaving } from "./use-draft-saving.ts";
import { useEditor, useEditorPart } from "./use-editor.ts";
import { useEditorData } from "./use-editor-data.ts";
import { leaveSettings, settingsId, useEditorKeys } from "./use-editor-keys.ts";

const nothing = { nodes: [], wires: [] };

/**
 * Palette, canvas and inspector, with the publish bar above them and the panels for trying the chain below. In a narrow
 * window, as on a phone or with large text, palette and inspector are sheets, so that everything can be done there too.
 */
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
  useEditorData();
  const [{ view: chosen }, choose] = useFilters("view");
  // A drawn chain would be too small to read on a phone.
  const view: View = chosen === "canvas" || chosen === "list" ? chosen : isPhone ? "list" : "canvas";
  const { chain, definition, published, nodeTypes, mayEdit, selection } = useEditor();
  const [isAdding, setIsAdding] = useState(false);
  const isUsed = usersInWords(details) !== null;
  const changes = useMemo(
    () => chainChanges(published ?? nothing, definition, nodeTypes),
    [published, definition, nodeTypes],
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
            {mayEdit && published !== null && <AssignButton chain={details} />}
            <ButtonLink to="/chains/$chain/versions" params={{ chain: chain.uuid }}>
              Versions
            </ButtonLink>
            {mayEdit && <PublishButton changes={changes} saving={saving} />}
          </>
        }
      >
        {saving.question}
        {/* A window can also be narrow because its text is large. Then it is so low that the nodes need room of their own. */}
        <div className="flex h-full flex-col max-md:min-h-96">
          <PublishBar changes={changes} saving={saving} isUsed={isUsed} />
          <div className="flex min-h-0 flex-1">
            {mayEdit && !isPhone && (
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
                  <CanvasTools
                    view={view}
                    onView={(wanted) => choose({ view: wanted })}
                    onAdd={isPhone ? () => setIsAdding(true) : null}
                  />
                  <div className="min-h-0 flex-1">{view === "canvas" ? <Canvas /> : <NodeList />}</div>
                </div>
                {isPhone && <InspectorSheet isHidden={isAdding} />}
                {isPhone && (
                  <Sheet isOpen={isAdding} onClose={() => setIsAdding(false)} title="Add a node">
                    <div className="pt-3.5">
                      <h2 className="px-4 pb-1 font-semibold">Add a node</h2>
                      <Palette onAdded={() => setIsAdding(false)} />
                    </div>
                  </Sheet>
                )}
                {!isPhone && selection.length > 0 && (
                  <aside
                    id={settingsId}
                    tabIndex={-1}
                    aria-label="Selection settings"
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

/** Shows beside the name what is published, whether it is in use, and whether it can be edited here. */
function ChainState({ isUsed }: { readonly isUsed: boolean }) {
  const version = useEditorPart((state) => state.publishedVersion);
  const mayEdit = useEditorPart((state) => state.mayEdit);
  return (
    <span className="flex items-center gap-3 text-sm text-muted">
      {version === null ? (
        <Badge tone="warn">Not published</Badge>
      ) : (
        <>
          <Badge>Version {version} published</Badge>
          {isUsed ? <Badge tone="ok">In use</Badge> : <Badge tone="warn">Not in use</Badge>}
        </>
      )}
      {!mayEdit && <Badge>Read only</Badge>}
    </span>
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

/** The settings of the selected node, where there is no room for them beside the nodes. */
function InspectorSheet({ isHidden }: { readonly isHidden: boolean }) {
  const { selection, definition, nodeTypes, select } = useEditor();
  const node = definition.nodes.find(({ id }) => id === selection[0]);
  return (
    <Sheet
      isOpen={!isHidden && selection.length === 1 && node !== undefined}
      onClose={() => select([])}
      title={node === undefined ? "Node" : nodeTitle(node, nodeTypes)}
    >
      <div id={settingsId} tabIndex={-1} className="outline-none">
        <Inspector />
      </div>
    </Sheet>
  );
}
