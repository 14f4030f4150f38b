import { Link } from "@tanstack/react-router";
import { failureOutput } from "@weir/rule-engine/node-type";
import { CopyPlus, Trash2 } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Note } from "../../../ui/states.tsx";
import { renameNode } from "../model/edit-definition.ts";
import { nodeTitle } from "../model/node-titles.ts";
import { failureSince } from "../model/node-traffic.ts";
import { sentence } from "../model/node-words.ts";
import { ConfigForm } from "./config-form.tsx";
import { duplicateSelection, removeSelection } from "./edit-selection.ts";
import { NodeHelp } from "./node-help.tsx";
import { NodeIcon } from "./node-icon.tsx";
import { NodeWires } from "./node-wires.tsx";
import { UnconfirmedRecipients } from "./unconfirmed-recipients.tsx";
import { useEditor, useEditorStore } from "./use-editor.ts";

/** The settings of the selected node, or actions for several selected nodes. */
export function Inspector() {
  const { selection, mayEdit } = useEditor();
  const store = useEditorStore();
  const [only] = selection;
  if (selection.length === 1 && only !== undefined) return <NodeInspector key={only} nodeId={only} />;
  if (selection.length > 1) {
    return (
      <div className="flex flex-col gap-3 p-4">
        <p className="text-sm">{selection.length} nodes selected.</p>
        {mayEdit && (
          <div className="flex gap-2">
            <Button
              size="small"
              icon={<CopyPlus size={14} aria-hidden />}
              onClick={() => duplicateSelection(store)}
            >
              Duplicate
            </Button>
            <Button
              size="small"
              look="danger"
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => removeSelection(store)}
            >
              Delete
            </Button>
          </div>
        )}
      </div>
    );
  }
  return null;
}

function NodeInspector({ nodeId }: { readonly nodeId: string }) {
  const { definition, nodeTypes, mayEdit, problems, traffic, publishedAt, edit } = useEditor();
  const store = useEditorStore();
  const node = definition.nodes.find(({ id }) => id === nodeId);
  if (node === undefined) return null;
  const type = nodeTypes.get(node.type);
  const own = problems.filter((problem) => problem.node === nodeId && problem.field === null);
  const isCaught = definition.wires.some(({ from, output }) => from === nodeId && output === failureOutput);
  const failure = failureSince(traffic.get(nodeId)?.last_error, publishedAt);
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-col gap-1.5">
        {/* In a sheet, the button that closes it is at the right. */}
        <div className="flex items-center gap-2 max-md:pr-9">
          <NodeIcon type={type} size={16} isTile />
          <h2 className="min-w-0 flex-1 leading-5 font-semibold break-words">{nodeTitle(node, nodeTypes)}</h2>
          {mayEdit && node.type !== "input" && (
            <div className="-my-1 flex">
              <IconButton label="Duplicate this node" onClick={() => duplicateSelection(store)}>
                <CopyPlus size={15} aria-hidden />
              </IconButton>
              <IconButton label="Delete this node" onClick={() => removeSelection(store)}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </div>
          )}
        </div>
        {node.name !== "" && node.name !== type?.title && (
          <div>
            <Badge>{type?.title ?? node.type}</Badge>
          </div>
        )}
        {type !== undefined && <NodeHelp type={type} />}
        <SentMessages node={node} />
      </div>
      <UnconfirmedRecipients node={node} />
      {failure !== null && <FailureNote {...failure} reason={failure.reason ?? ""} isCaught={isCaught} />}
      <TextField
        label="Node name"
        isOptional
        maxLength={100}
        disabled={!mayEdit}
        placeholder={`Shown as “${type?.title ?? node.type}”`}
        autoComplete="off"
        value={node.name}
        onChange={(event) => edit(renameNode(definition, nodeId, event.target.value), `name ${nodeId}`)}
      />
      {type !== undefined && (
        <Section title="Settings">
          <ConfigForm node={node} type={type} />
        </Section>
      )}
      <Section title="Outputs">
        {/* Below the settings, because above them it would move them while someone types. */}
        {own.map(({ message, severity }) => (
          <Note key={message} tone={severity === "error" ? "bad" : "warn"}>
            {sentence(message)}
          </Note>
        ))}
        <NodeWires node={node} />
      </Section>
    </div>
  );
}

const sendingTypes: readonly string[] = ["webhook", "email", "mqtt"];

/** Links a node that sends messages to those messages. */
function SentMessages({ node }: { readonly node: { readonly id: string; readonly type: string } }) {
  const { chain } = useEditor();
  if (!sendingTypes.includes(node.type)) return null;
  return (
    <Link
      to="/system/outbox"
      search={{ chain: chain.uuid, node: node.id }}
      className="self-start text-sm text-accent hover:underline"
    >
      Sent messages
    </Link>
  );
}

/** Its height is fixed, because the next reading may fail for another reason. */
function FailureNote({
  at,
  reason,
  isCaught,
}: {
  readonly at: string;
  readonly reason: string;
  /** Whether the failure output is connected, so that failures leave no dead letters. */
  readonly isCaught: boolean;
}) {
  const { chain } = useEditor();
  return (
    <Note tone="bad">
      <p className="line-clamp-2 min-h-10" title={reason}>
        {sentence(reason)}
      </p>
      <p className="flex justify-between">
        <RelativeTime at={at} />
        {!isCaught && (
          <Link
            to="/system/dead-letters"
            search={{ chain: chain.uuid }}
            className="underline hover:no-underline"
          >
            Dead letters
          </Link>
        )}
      </p>
    </Note>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5 border-t border-line pt-3.5">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}
