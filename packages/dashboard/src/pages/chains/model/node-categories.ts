import type { NodeCategory } from "@weir/protocol/closed-sets";
import { guidePath } from "@weir/protocol/docs-page/site-map";
import type { NodeType } from "./node-type.ts";

export const categoryTitles: Record<NodeCategory, string> = {
  input: "Input",
  filter: "Filters",
  transform: "Transforms",
  route: "Routes",
  action: "Actions",
};

/** The colour from styles.css, for light and dark. */
export function categoryColour(category: NodeCategory | undefined): string {
  return category === undefined ? "var(--muted)" : `var(--category-${category})`;
}

/** The place in the documentation that describes a type of node, or all types of a category. */
export function nodeReferencePath(category: NodeCategory, type?: string): string {
  const section = categoryTitles[category].toLowerCase();
  return guidePath("nodes", type === undefined ? section : `${section}-${type}`);
}

/** The types that match a search, matches in the name first. The input is left out, because every chain has one. */
export function searchNodeTypes(types: readonly NodeType[], text: string): readonly NodeType[] {
  const wanted = text.trim().toLowerCase();
  const offered = types.filter(({ category }) => category !== "input");
  if (wanted === "") return offered;
  const named = offered.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted));
  const described = offered.filter(
    (type) => !named.includes(type) && type.help.toLowerCase().includes(wanted),
  );
  return [...named, ...described];
}
