import { X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { NodeName } from "./record-origin.tsx";

/** Tells that a list is narrowed to one node of a rule chain, as links from there do, and widens it again. */
export function NodeFilter({
  node,
  name,
  onClear,
}: {
  readonly node: string | undefined;
  /** As far as what is listed tells it. */
  readonly name: string | null;
  readonly onClear: () => void;
}) {
  if (node === undefined) return null;
  return (
    <Button title="Show all nodes" onClick={onClear}>
      Node <NodeName node={node} name={name} />
      <X size={14} aria-hidden className="text-muted" />
    </Button>
  );
}
