import type { OpenApiDocument, Reference } from "./openapi-document.ts";

/**
 * Follows a local reference (`#/a/b`), or returns the node itself when it is none. A reference that leads nowhere
 * is a mistake in the document, so it throws.
 */
export function resolveReference<Node extends object>(
  document: OpenApiDocument,
  node: Node | Reference,
): Node {
  if (!isReference(node)) return node;
  let target: unknown = document;
  for (const part of node.$ref.slice("#/".length).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    target = (target as Record<string, unknown> | undefined)?.[key];
  }
  if (typeof target !== "object" || target === null) throw new Error(`${node.$ref} leads nowhere`);
  return target as Node;
}

function isReference(node: object): node is Reference {
  return "$ref" in node && typeof node.$ref === "string";
}
