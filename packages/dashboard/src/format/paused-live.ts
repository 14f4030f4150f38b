import type { Problem } from "../api/problem.ts";

/** Why a page gets no live updates although its server is there, as the end of a sentence. */
export function pausedBecause({ limit }: Pick<Problem, "limit">): string {
  if (limit === null) return "the server is busy";
  const { setting, max } = limit;
  const pages = max === 1 ? "1 page" : `${max} pages`;
  if (setting === "streams_per_caller") return `you have ${pages} open, the most one person can have`;
  return `${pages} ${max === 1 ? "is" : "are"} open in this account, the most it can have`;
}
