import { cx } from "../../../ui/class-names.ts";
import { categoryColour } from "../model/node-categories.ts";
import type { NodeType } from "../model/node-type.ts";
import { nodeIcons, unknownNodeIcon } from "./node-icons.ts";

/** The icon of a type of node in the colour of its category, on a tile of that colour if there is room. */
export function NodeIcon({
  type,
  size = 14,
  isTile = false,
}: {
  /** Undefined if the type is not known. */
  readonly type: Pick<NodeType, "type" | "category"> | undefined;
  readonly size?: number;
  readonly isTile?: boolean;
}) {
  const Icon = nodeIcons.get(type?.type ?? "") ?? unknownNodeIcon;
  const colour = categoryColour(type?.category);
  return (
    <span
      aria-hidden
      data-node-type={type?.type}
      style={{
        color: colour,
        ...(isTile ? { backgroundColor: `color-mix(in srgb, ${colour} 12%, var(--surface))` } : {}),
      }}
      className={cx("inline-flex shrink-0", isTile && "rounded-sm p-1")}
    >
      <Icon size={size} />
    </span>
  );
}
