import { type NodeCategory, nodeCategories } from "@weir/protocol/closed-sets";
import { CircleQuestionMark, Search } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { cx } from "../../../ui/class-names.ts";
import { inputClass } from "../../../ui/field.tsx";
import { addNode } from "../model/add-node.ts";
import { categoryTitles, nodeReferencePath, searchNodeTypes } from "../model/node-categories.ts";
import type { NodeType } from "../model/node-type.ts";
import { NodeIcon } from "./node-icon.tsx";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** The type of the data that a drag from the palette carries. */
export const draggedType = "application/x-weir-node-type";

/** Every chain has its input already. */
const groups = nodeCategories.filter((category) => category !== "input");

/** All types of nodes. Drag one onto the canvas or onto a wire; Enter or a click adds it after the selected node. */
export function Palette({ onAdded }: { readonly onAdded?: () => void }) {
  const store = useEditorStore();
  const types = useEditorPart((state) => state.nodeTypes);
  const [text, setText] = useState("");
  const found = useMemo(() => searchNodeTypes([...types.values()], text), [types, text]);
  const add = (type: NodeType) => {
    const { definition, selection, nodeTypes } = store.get();
    const added = addNode(definition, selection.at(-1), type, nodeTypes);
    store.edit(added.definition);
    store.select([added.id]);
    onAdded?.();
  };
  const first = found[0];
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || first === undefined) return;
    add(first);
    // Typing replaces the search.
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
  readonly category: NodeCategory;
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
              className="flex h-7 w-full cursor-grab pointer-coarse:h-10 items-center gap-2 rounded-sm border border-transparent px-1.5 text-left text-sm hover:border-line hover:bg-hover"
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

function plainText(help: string): string {
  return help.replace(/`([^`]+)`|\*([^*\s][^*]*)\*/g, "$1$2");
}
