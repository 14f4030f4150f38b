import type { Problem } from "../api/problem.ts";

/** The end of a sentence that says why a page gets no live updates although its server is up. */
export function pausedBecause({ limit }: Pick<Problem, "limit">): string {
  if (limit === null) return "the server is busy";
  const { setting, max } = limit;
  const pages = max === 1 ? "1 page" : `${max} pages`;
  if (setting === "streams_per_caller") return `you have ${pages} open, which is the limit for one person`;
  return `${pages} ${max === 1 ? "is" : "are"} open in this account, which is its limit`;
}
