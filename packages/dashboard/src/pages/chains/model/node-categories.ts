import type { NodeType } from "./editor-store.ts";

export type Category = NodeType["category"];

export const categoryTitles: Record<Category, string> = {
  input: "Input",
  filter: "Filters",
  transform: "Transforms",
  route: "Routes",
  action: "Actions",
};

/** As styles.css has it, light and dark. */
export function categoryColour(category: Category | undefined): string {
  return category === undefined ? "var(--muted)" : `var(--category-${category})`;
}
