import type { ChainNode, Wire } from "@weir/rule-engine/chain";
import { X } from "lucide-react";
import { plural } from "../../../format/number.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/field.tsx";
import { connect, mayConnect, wireKey, withoutParts } from "../model/edit-definition.ts";
import { shownOutputs } from "../model/node-outputs.ts";
import { titleOf } from "../model/node-titles.ts";
import { readingsBy } from "../model/node-traffic.ts";
import { useEditor } from "./use-editor.ts";

/** Shows where each output leads, and connects outputs without a pointer. */
export function NodeWires({ node }: { readonly node: ChainNode }) {
  const { definition, nodeTypes, traffic } = useEditor();
  const outputs = shownOutputs(nodeTypes.get(node.type), node, definition.wires);
  if (outputs.length === 0) return null;
  return (
    <div className="flex flex-col gap-2.5">
      {outputs.map(({ output, isGone }) => {
        const count = readingsBy(output, traffic.get(node.id));
        return (
          <div key={output} className="flex flex-col gap-1">
            <div className="flex justify-between text-sm">
              <span className={isGone ? "text-bad" : "font-medium"}>
                {output}
                {isGone && " (this output no longer exists)"}
              </span>
              {count !== undefined && <span className="text-muted">{plural(count, "reading")}</span>}
            </div>
            <Targets node={node} output={output} />
          </div>
        );
      })}
    </div>
  );
}

function Targets({ node, output }: { readonly node: ChainNode; readonly output: string }) {
  const editor = useEditor();
  const { definition, mayEdit, edit, select } = editor;
  const wires = definition.wires.filter((wire) => wire.from === node.id && wire.output === output);
  const title = (id: string) => titleOf(editor, id);
  const targets = definition.nodes
    .map(({ id }): Wire => ({ from: node.id, output, to: id }))
    .filter((wire) => mayConnect(definition, wire));
  return (
    <>
      {wires.length === 0 && (!mayEdit || targets.length === 0) && (
        <p className="text-sm text-muted">Not connected.</p>
      )}
      {wires.map((wire) => (
        <div key={wireKey(wire)} className="flex h-7 items-center justify-between gap-2 text-sm">
          <button
            type="button"
            className="truncate text-accent hover:underline"
            onClick={() => select([wire.to])}
          >
            → {title(wire.to)}
          </button>
          {mayEdit && (
            <IconButton
              label={`Remove the wire from ${output} to ${title(wire.to)}`}
              className="size-6!"
              onClick={() => edit(withoutParts(definition, [], [wireKey(wire)]))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {mayEdit && targets.length > 0 && (
        <Select
          aria-label={`Connect ${output} to`}
          className="h-7! text-sm!"
          value=""
          choices={[
            { value: "", label: wires.length === 0 ? "Not connected. Connect to…" : "Also connect to…" },
            ...targets.map(({ to }) => ({ value: to, label: title(to) })),
          ]}
          onChange={(event) => edit(connect(definition, { from: node.id, output, to: event.target.value }))}
        />
      )}
    </>
  );
}
