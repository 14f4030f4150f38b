import type { Budget } from "../../limit/limiter.ts";
import type { Answer } from "../http/answer.ts";

/** The headers of every answer that concern its request: what is left of the source's budget, and the request's id. */
export function answerMarks({ limit, remaining }: Budget, id: string): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-Request-Id": id,
  };
}

export function withMarks(answer: Answer, marks: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...marks } };
}
