import { failureOutput } from "@weir/rule-engine/node-type";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { compactText, plural, valueText } from "../../../format/number.ts";
import { cx } from "../../../ui/class-names.ts";
import { nodeOnPath, type OnPath, valueAt } from "../model/highlight.ts";
import { nodeWidthPx } from "../model/node-geometry.ts";
import { shownOutputs } from "../model/node-outputs.ts";
import { failureSince, readingsBy } from "../model/node-traffic.ts";
import { nodeSummaryText, sentence } from "../model/node-words.ts";
import { NodeIcon } from "./node-icon.tsx";
import { useEditorPart } from "./use-editor.ts";

const looks: Record<OnPath, string> = {
  none: "",
  on: "border-accent!",
  here: "border-accent! ring-2 ring-accent",
  off: "opacity-45",
};

/** A node with its settings, its outputs with the readings that left by them, and its last error. */
export const ChainNodeView = memo(function ChainNodeView({ id, selected, isConnectable }: NodeProps) {
  const node = useEditorPart((state) => state.definition.nodes.find((candidate) => candidate.id === id));
  const type = useEditorPart((state) => state.nodeTypes.get(node?.type ?? ""));
  const wires = useEditorPart((state) => state.definition.wires);
  const problems = useEditorPart((state) => state.problems);
  const traffic = useEditorPart((state) => state.traffic.get(id));
  const publishedAt = useEditorPart((state) => state.publishedAt);
  const onPath = useEditorPart((state) => nodeOnPath(state, id));
  const value = useEditorPart((state) => valueAt(state, id));
  const summary = useEditorPart((state) => (node === undefined ? "" : nodeSummaryText(node, state)));
  if (node === undefined) return null;
  const own = problems.filter((problem) => problem.node === id);
  const isWrong = own.some(({ severity }) => severity === "error");
  const failure = failureSince(traffic?.last_error, publishedAt);
  const typeTitle = type?.title ?? node.type;
  const title = node.name === "" ? typeTitle : node.name;
  // A named node without settings shows its type instead.
  const below = summary === "" && title !== typeTitle ? typeTitle : summary;
  return (
    <div
      style={{ width: nodeWidthPx }}
      className={cx(
        "rounded-md border bg-surface text-left transition-colors duration-100",
        isWrong || failure !== null ? "border-bad" : "border-line-strong",
        selected && "border-accent! ring-2 ring-accent/40",
        looks[onPath],
      )}
    >
      <div className="relative flex h-11 items-center gap-2 px-2.5">
        {node.type !== "input" && (
          <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
        )}
        <NodeIcon type={type} isTile />
        <span className="min-w-0 flex-1" title={[...new Set([title, typeTitle, below])].join("\n").trimEnd()}>
          <span
            className={cx("text-sm leading-4 font-medium", below === "" ? "line-clamp-2" : "block truncate")}
          >
            {title}
          </span>
          {below !== "" && <span className="block truncate text-xs text-muted">{below}</span>}
        </span>
        {own.length > 0 && (
          <ProblemSign texts={own.map(({ message }) => sentence(message))} isWrong={isWrong} />
        )}
        {value !== undefined && (
          <span
            className="absolute -top-3 right-2 rounded-sm bg-accent px-1.5 text-xs font-medium text-on-accent"
            title={String(value)}
          >
            {valueText(value)}
          </span>
        )}
      </div>
      <ul className="border-t border-line py-0.5">
        {shownOutputs(type, node, wires).map(({ output, isGone }) => (
          <OutputRow
            key={output}
            output={output}
            isGone={isGone}
            isConnectable={isConnectable}
            count={readingsBy(output, traffic)}
            isFailing={failure !== null}
          />
        ))}
      </ul>
      {failure !== null && (
        <p
          className="flex gap-1.5 border-t border-line bg-bad-soft px-2.5 py-1 text-xs text-bad"
          title={failure.reason ?? undefined}
        >
          <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          <span className="line-clamp-2">{failure.reason}</span>
        </p>
      )}
    </div>
  );
});

function OutputRow({
  output,
  isGone,
  isConnectable,
  count,
  isFailing,
}: {
  readonly output: string;
  readonly isGone: boolean;
  readonly isConnectable: boolean;
  readonly count: number | undefined;
  /** Whether the node has failed in the published version. */
  readonly isFailing: boolean;
}) {
  const isFailure = output === failureOutput;
  const isOver = isFailure && !isFailing;
  return (
    <li className="relative flex h-4.5 items-center justify-end gap-2 pr-3 pl-2.5 text-xs">
      {count !== undefined && count > 0 && (
        <span
          className={cx("mr-auto", isFailure && isFailing ? "font-medium text-bad" : "text-muted")}
          title={`${plural(count, "reading")} left by ${output} since the node was added${isOver ? ", none of them in the published version" : ""}`}
        >
          {compactText(count)}
          {isOver && " before"}
        </span>
      )}
      <span
        className={cx("truncate", isGone ? "text-bad line-through" : isFailure ? "text-faint" : "text-muted")}
      >
        {output}
      </span>
      <Handle type="source" position={Position.Right} id={output} isConnectable={isConnectable && !isGone} />
    </li>
  );
}

function ProblemSign({ texts, isWrong }: { readonly texts: readonly string[]; readonly isWrong: boolean }) {
  const Sign = isWrong ? CircleAlert : TriangleAlert;
  return (
    <span className={isWrong ? "text-bad" : "text-warn"} title={texts.join("\n")}>
      <Sign size={15} aria-label={texts.length === 1 ? "1 problem" : `${texts.length} problems`} role="img" />
    </span>
  );
}
