import type { ProblemCode } from "./problem-codes.ts";

/** Where the documentation of the server explains a code: the `type` of its problems. */
export function problemType(code: ProblemCode): string {
  return `/docs#${problemAnchor(code)}`;
}

export function problemAnchor(code: ProblemCode): string {
  return `problem-${code}`;
}
