import { useEffect, useState } from "react";
import type { CheckedExpression, ResultKind } from "../../model/expression/check-expression.ts";
import { useSample } from "./sample-reading.ts";

const waitMs = 150;

interface Answer {
  readonly text: string;
  readonly checked: CheckedExpression;
}

/** What is known of the text as it stands; null while somebody types, while the language is loaded, and for no text. */
export function useCheckedExpression(text: string, result: ResultKind): CheckedExpression | null {
  const sample = useSample();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (text.trim() === "") return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { checkExpression } = await import("../../model/expression/check-expression.ts");
      if (isCurrent) setAnswer({ text, checked: checkExpression(text, result, sample) });
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, result, sample]);
  return answer?.text === text ? answer.checked : null;
}
