import type { ExpressionResult } from "@weir/protocol/closed-sets";
import { useEffect, useState } from "react";
import type { CheckedExpression } from "../../model/expression/check-expression.ts";
import { sampleReading } from "../../model/expression/sample-reading.ts";
import { useShared } from "../use-editor.ts";

const waitMs = 150;

interface Answer {
  readonly text: string;
  readonly checked: CheckedExpression;
}

/** The check of the current text; null during typing, while the language is loading, and for an empty text. */
export function useCheckedExpression(text: string, result: ExpressionResult): CheckedExpression | null {
  const sample = useShared(sampleReading);
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
