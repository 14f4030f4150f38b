import { type Category, categoryTitles } from "./node-categories.ts";

/** Where the documentation describes a type of node, or all types of a category. */
export function nodeReferencePath(category: Category, type?: string): string {
  const section = `/docs#nodes-${categoryTitles[category].toLowerCase()}`;
  return type === undefined ? section : `${section}-${type}`;
}
