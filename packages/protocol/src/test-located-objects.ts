/** For tests only: an object of a document, with its JSON pointer. */
interface Located {
  readonly pointer: string;
  readonly node: Record<string, unknown>;
}

/** Every object of the document, so that each check can pick its own kind. */
export function* locatedObjects(node: unknown, pointer = "#"): Generator<Located> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield { pointer, node: node as Record<string, unknown> };
  for (const [key, child] of Object.entries(node)) {
    const part = encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
    yield* locatedObjects(child, `${pointer}/${part}`);
  }
}
