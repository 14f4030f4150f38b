import { CircleQuestionMark, Search } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { cx } from "../../../ui/class-names.ts";
import { inputClass } from "../../../ui/field.tsx";
import { addAfter } from "../model/add-node.ts";
import { addSave } from "../model/add-save.ts";
import type { EditorStore, NodeType } from "../model/editor-store.ts";
import { type Category, categoryTitles } from "../model/node-categories.ts";
import { nodeReferencePath } from "../model/node-reference-path.ts";
import { NodeIcon } from "./node-icon.tsx";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** What a drag from the palette carries. */
export const draggedType = "application/x-weir-node-type";

const groups: readonly Category[] = ["filter", "transform", "route", "action"];

/**
 * All kinds of nodes. Drag one onto the canvas or onto a wire; Enter or a click puts it after the selected node, and a
 * save step where every reading passes.
 */
export function Palette() {
  const store = useEditorStore();
  const types = useEditorPart((state) => state.nodeTypes);
  const [text, setText] = useState("");
  const found = useMemo(() => search([...types.values()], text), [types, text]);
  const add = (type: NodeType) => addToChain(store, type);
  const first = found[0];
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || first === undefined) return;
    add(first);
    // The next search takes the place of this one.
    event.currentTarget.select();
  };
  return (
    <section aria-label="Palette" className="flex min-h-0 flex-1 flex-col">
      <div className="relative p-2">
        <Search size={14} aria-hidden className="pointer-events-none absolute top-4.5 left-4.5 text-faint" />
        <input
          type="search"
          aria-label="Search nodes"
          placeholder="Search nodes"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className={cx(inputClass, "pl-8")}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {found.length === 0 && <p className="px-1 py-2 text-sm text-muted">No nodes found.</p>}
        {groups.map((category) => (
          <PaletteGroup
            key={category}
            category={category}
            types={found.filter((type) => type.category === category)}
            onAdd={add}
          />
        ))}
      </div>
    </section>
  );
}

function PaletteGroup({
  category,
  types,
  onAdd,
}: {
  readonly category: Category;
  readonly types: readonly NodeType[];
  readonly onAdd: (type: NodeType) => void;
}) {
  if (types.length === 0) return null;
  return (
    <div className="mb-2">
      <div className="flex items-center justify-between px-1 py-1 text-xs text-muted">
        <h2 className="font-medium">{categoryTitles[category]}</h2>
        <a
          href={nodeReferencePath(category)}
          target="_blank"
          rel="noreferrer"
          title={`${categoryTitles[category]} in the node reference`}
          aria-label={`${categoryTitles[category]} in the node reference (opens in a new tab)`}
          className="-my-1 inline-flex size-6 items-center justify-center rounded-sm hover:bg-hover hover:text-text"
        >
          <CircleQuestionMark size={14} aria-hidden />
        </a>
      </div>
      <ul className="flex flex-col gap-0.5">
        {types.map((type) => (
          <li key={type.type}>
            <button
              type="button"
              draggable
              title={plainText(type.help)}
              onDragStart={(event) => {
                event.dataTransfer.setData(draggedType, type.type);
                event.dataTransfer.effectAllowed = "copy";
              }}
              onClick={() => onAdd(type)}
              className="flex h-7 w-full cursor-grab items-center gap-2 rounded-sm border border-transparent px-1.5 text-left text-sm hover:border-line hover:bg-hover"
            >
              <NodeIcon type={type} />
              <span className="truncate">{type.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** After the selected node, else by itself; it is selected then, which also brings it into sight. */
function addToChain(store: EditorStore, type: NodeType): void {
  const { definition, selection, nodeTypes } = store.get();
  const selected = definition.nodes.find(({ id }) => id === selection.at(-1));
  const add = type.type === "save" ? addSave : addAfter;
  const added = add(definition, selected ?? lastLoose(definition), type, (name) => nodeTypes.get(name));
  store.edit(added.definition);
  store.select([added.id]);
}

/** With nothing selected, a chain that is an input only goes on from there. */
function lastLoose({ nodes, wires }: ReturnType<EditorStore["get"]>["definition"]) {
  return wires.length === 0 && nodes.length === 1 ? nodes[0] : undefined;
}

function search(types: readonly NodeType[], text: string): readonly NodeType[] {
  const wanted = text.trim().toLowerCase();
  const offered = types.filter(({ category }) => category !== "input");
  if (wanted === "") return offered;
  const named = offered.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted));
  const told = offered.filter((type) => !named.includes(type) && type.help.toLowerCase().includes(wanted));
  return [...named, ...told];
}

function plainText(help: string): string {
  return help.replace(/`([^`]+)`|\*([^*\s][^*]*)\*/g, "$1$2");
}
