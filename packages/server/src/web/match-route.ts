import { managePath, type Route } from "@weir/protocol/manage/route";

type Match<Name extends string> =
  | { readonly kind: "found"; readonly name: Name; readonly params: Readonly<Record<string, string>> }
  /** The path exists, with other methods. */
  | { readonly kind: "other methods"; readonly methods: readonly string[] }
  | { readonly kind: "none" };

type Segment = { readonly text: string } | { readonly parameter: string };

interface Template<Name extends string> {
  readonly name: Name;
  readonly method: string;
  readonly segments: readonly Segment[];
}

/** Finds the route of a path. A fixed segment is preferred to a parameter. */
export class RouteTable<Name extends string> {
  readonly #templates: readonly Template<Name>[];

  constructor(routes: Readonly<Record<Name, Route>>) {
    const entries = Object.entries(routes) as [Name, Route][];
    this.#templates = entries
      .map(([name, { method, path }]) => ({ name, method, segments: segmentsOf(path) }))
      .sort((a, b) => parametersIn(a.segments) - parametersIn(b.segments));
  }

  match(method: string, path: string): Match<Name> {
    if (!path.startsWith(`${managePath}/`)) return { kind: "none" };
    // HEAD is answered like GET. The connection leaves out the body.
    const wanted = method === "HEAD" ? "GET" : method;
    const parts = path.slice(managePath.length + 1).split("/");
    const methods: string[] = [];
    for (const template of this.#templates) {
      const params = paramsOf(template.segments, parts);
      if (params === null) continue;
      if (template.method === wanted) return { kind: "found", name: template.name, params };
      methods.push(template.method);
      if (template.method === "GET") methods.push("HEAD");
    }
    return methods.length === 0 ? { kind: "none" } : { kind: "other methods", methods };
  }
}

function segmentsOf(path: string): Segment[] {
  return path
    .slice(1)
    .split("/")
    .map((text) => (text.startsWith("{") ? { parameter: text.slice(1, -1) } : { text }));
}

function parametersIn(segments: readonly Segment[]): number {
  return segments.filter((segment) => "parameter" in segment).length;
}

/** Null if the path is another one, or a parameter is malformed. */
function paramsOf(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  if (segments.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index]!;
    if ("text" in segment) {
      if (segment.text !== part) return null;
      continue;
    }
    const value = decoded(part);
    if (value === null || value === "") return null;
    params[segment.parameter] = value;
  }
  return params;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
