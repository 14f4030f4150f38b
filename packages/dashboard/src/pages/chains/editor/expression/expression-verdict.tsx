import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { CheckedExpression, SampleResult } from "../../model/expression/check-expression.ts";
import { sampleReading } from "../../model/expression/sample-reading.ts";
import { useShared } from "../use-editor.ts";

/** What is wrong with an expression, or what it returns, with the result for a sample reading. */
export function ExpressionVerdict({
  id,
  label,
  checked,
  error,
}: {
  readonly id: string;
  readonly label: string;
  readonly checked: CheckedExpression | null;
  /** The server's problem, shown if the check finds none. */
  readonly error: string | undefined;
}) {
  const problem = checked !== null && !checked.ok ? checked.message : error;
  return (
    <div id={id} className="flex min-h-6 flex-col gap-1 text-xs">
      {problem !== undefined ? (
        <span className="flex items-start gap-1.5 text-bad">
          <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{problem}</span>
        </span>
      ) : (
        checked?.ok === true && <Trial label={label} gives={checked.gives} result={checked.sample} />
      )}
    </div>
  );
}

function Trial({
  label,
  gives,
  result,
}: {
  readonly label: string;
  readonly gives: string;
  readonly result: SampleResult;
}) {
  const sample = useShared(sampleReading);
  const [text, setText] = useState(String(sample.value));
  useEffect(() => setText(String(sample.value)), [sample]);
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-muted">
      <span>Returns {gives}. For value</span>
      <input
        type="number"
        step="any"
        aria-label={`Sample value for ${label}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const value = event.target.valueAsNumber;
          if (Number.isFinite(value)) sampleReading.set({ ...sample, value });
        }}
        className="h-6 w-18 rounded-sm border border-line-strong bg-surface px-1.5 font-mono text-text"
      />
      <span aria-hidden>→</span>
      {result.ok ? (
        <output className="max-w-full truncate font-mono font-semibold text-text" title={shown(result.value)}>
          {shown(result.value)}
        </output>
      ) : (
        <output className="text-warn">failure: {result.reason}</output>
      )}
    </div>
  );
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value, null, 1);
}
