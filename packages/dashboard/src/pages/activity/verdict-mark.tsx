import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { verdictOf } from "./outcome-words.ts";

/** The result of a request: a shape, its colour, and a word for people who can see neither. */
export function VerdictMark({ request }: { readonly request: Parameters<typeof verdictOf>[0] }) {
  const { tone, word } = verdictOf(request);
  const shape = { size: 15, "aria-hidden": true, className: "shrink-0" } as const;
  return (
    <span
      title={word}
      className={`inline-flex align-[-2.5px] ${tone === "ok" ? "text-ok" : tone === "warn" ? "text-warn" : "text-bad"}`}
    >
      {tone === "ok" ? (
        <CircleCheck {...shape} />
      ) : tone === "warn" ? (
        <TriangleAlert {...shape} />
      ) : (
        <CircleX {...shape} />
      )}
      <span className="sr-only">{word}</span>
    </span>
  );
}
