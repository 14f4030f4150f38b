import type { ChainNode } from "@weir/rule-engine/chain";
import { TriangleAlert } from "lucide-react";
import { compactText, plural } from "../../../format/number.ts";
import { CardTable, CardTd, CardTr } from "../../../ui/card-table.tsx";
import { cx } from "../../../ui/class-names.ts";
import { leftToRight } from "../model/node-geometry.ts";
import { nodeTitle, titleOf } from "../model/node-titles.ts";
import { failureSince } from "../model/node-traffic.ts";
import { nodeSummaryText } from "../model/node-words.ts";
import { NodeIcon } from "./node-icon.tsx";
import { useEditor } from "./use-editor.ts";

const right = "block text-right";
const heads = [
  ["node", "Node"],
  ["leads", "Connected to"],
  [
    "in",
    <span key="in" className={right}>
      In
    </span>,
  ],
  [
    "failed",
    <span key="failed" className={right}>
      Failed
    </span>,
  ],
] as const;

/** The chain as a table, for phones and for people who prefer a list. */
export function NodeList() {
  const { definition } = useEditor();
  return (
    <div className="h-full overflow-y-auto bg-surface">
      <CardTable label="Nodes of the chain" heads={heads}>
        {leftToRight(definition.nodes).map((node) => (
          <NodeRow key={node.id} node={node} />
        ))}
      </CardTable>
    </div>
  );
}

function NodeRow({ node }: { readonly node: ChainNode }) {
  const editor = useEditor();
  const { nodeTypes, problems, traffic, selection, select, publishedAt } = editor;
  const summary = nodeSummaryText(node, editor);
  const count = problems.filter((problem) => problem.node === node.id).length;
  const counted = traffic.get(node.id);
  const failure = failureSince(counted?.last_error, publishedAt);
  const isSelected = selection.includes(node.id);
  return (
    <CardTr className={cx(isSelected && "bg-accent-soft")}>
      <CardTd isWide>
        <button
          type="button"
          onClick={() => select([node.id])}
          aria-pressed={isSelected}
          className="flex items-center gap-2 py-1 text-left font-medium hover:underline"
        >
          <NodeIcon type={nodeTypes.get(node.type)} isTile />
          {nodeTitle(node, nodeTypes)}
          {count > 0 && (
            <span className="flex items-center gap-1 text-xs font-normal text-bad">
              <TriangleAlert size={13} aria-hidden />
              {plural(count, "problem")}
            </span>
          )}
        </button>
        {summary !== "" && <p className="text-sm text-muted [overflow-wrap:anywhere]">{summary}</p>}
        {failure !== null && <p className="text-sm text-bad">{failure.reason}</p>}
      </CardTd>
      <CardTd isWide>
        <Leads node={node} />
      </CardTd>
      <CardTd className="text-right max-md:text-muted">
        {counted === undefined ? "–" : compactText(counted.in)}
        <span className="md:hidden"> in</span>
      </CardTd>
      <CardTd
        className={cx(
          "text-right",
          failure !== null ? "font-medium text-bad" : "text-muted",
          (counted?.failed ?? 0) === 0 && "max-md:hidden",
        )}
      >
        {counted === undefined ? "–" : compactText(counted.failed)}
        <span className="md:hidden"> failed</span>
        {failure === null && (counted?.failed ?? 0) > 0 && " in earlier versions"}
      </CardTd>
    </CardTr>
  );
}

function Leads({ node }: { readonly node: ChainNode }) {
  const editor = useEditor();
  const wires = editor.definition.wires.filter(({ from }) => from === node.id);
  if (wires.length === 0) return <span className="text-muted">No next node</span>;
  return wires.map(({ output, to }) => (
    <div key={`${output} ${to}`}>
      <span className="text-muted">{output}</span> → {titleOf(editor, to)}
    </div>
  ));
}
