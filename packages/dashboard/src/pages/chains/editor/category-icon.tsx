import { Funnel, LogIn, type LucideIcon, Sigma, Split, Zap } from "lucide-react";
import type { NodeType } from "./editor-store.ts";

export type Category = NodeType["category"];

const icons: Record<Category, LucideIcon> = {
  input: LogIn,
  filter: Funnel,
  transform: Sigma,
  route: Split,
  action: Zap,
};

export function CategoryIcon({
  category,
  size = 14,
}: {
  readonly category: Category | undefined;
  readonly size?: number;
}) {
  const Icon = icons[category ?? "action"];
  return <Icon size={size} aria-hidden className="shrink-0" />;
}

export const categoryTitles: Record<Category, string> = {
  input: "Input",
  filter: "Filters",
  transform: "Transforms",
  route: "Routes",
  action: "Actions",
};
