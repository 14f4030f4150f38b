import { managePath } from "./route.ts";

type Given = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path and query to call a route with. Every part of `path` in braces must be in `params`. */
export function routeTarget(path: string, params: Given = {}, query: Given = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`The path ${path} needs ${key}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return `${managePath}${filled}${search.size === 0 ? "" : `?${search}`}`;
}
