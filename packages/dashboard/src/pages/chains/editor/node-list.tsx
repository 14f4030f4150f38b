import { TriangleAlert } from "lucide-react";
import { compactText, plural } from "../../../format/number.ts";
import { cx } from "../../../ui/class-names.ts";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";
import { CategoryIcon } from "./category-icon.tsx";
import { useEditor } from "./editor-state.ts";
import { nodeTitle } from "./node-titles.ts";

/** The chain as a table, for whom a drawing is not the best form. */
export function NodeList() {
  const { definition, nodeTypes, problems, traffic, selection, select } = useEditor();
  const byId = new Map(definition.nodes.map((node) => [node.id, node]));
  const title = (id: string) => {
    const node = byId.get(id);
    return node === undefined ? id : nodeTitle(node, nodeTypes);
  };
  const ordered = definition.nodes.toSorted(
    (one, other) => one.position.x - other.position.x || one.position.y - other.position.y,
  );
  return (
    <div className="h-full overflow-y-auto bg-surface">
      <Table label="Nodes of the chain">
        <thead>
          <tr>
            <Th>Node</Th>
            <Th>Leads to</Th>
            <Th className="text-right!">In</Th>
            <Th className="text-right!">Failed</Th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((node) => {
            const count = problems.filter((problem) => problem.node === node.id).length;
            const counted = traffic.get(node.id);
            const wires = definition.wires.filter(({ from }) => from === node.id);
            return (
              <Tr key={node.id} className={cx(selection.includes(node.id) && "bg-accent-soft")}>
                <Td>
                  <button
                    type="button"
                    onClick={() => select([node.id])}
                    aria-pressed={selection.includes(node.id)}
                    className="flex items-center gap-2 py-1 text-left font-medium hover:underline"
                  >
                    <CategoryIcon category={nodeTypes.get(node.type)?.category} />
                    {nodeTitle(node, nodeTypes)}
                    {count > 0 && (
                      <span className="flex items-center gap-1 text-xs font-normal text-bad">
                        <TriangleAlert size={13} aria-hidden />
                        {plural(count, "problem")}
                      </span>
                    )}
                  </button>
                </Td>
                <Td>
                  {wires.length === 0 ? (
                    <span className="text-muted">Readings end here</span>
                  ) : (
                    wires.map(({ output, to }) => (
                      <div key={`${output} ${to}`}>
                        <span className="text-muted">{output}</span> → {title(to)}
                      </div>
                    ))
                  )}
                </Td>
                <Td className="text-right">{counted === undefined ? "–" : compactText(counted.in)}</Td>
                <Td className={cx("text-right", (counted?.failed ?? 0) > 0 && "font-medium text-bad")}>
                  {counted === undefined ? "–" : compactText(counted.failed)}
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
