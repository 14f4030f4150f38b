import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { withDoubles } from "../../../../api/parse-answer.ts";
import { valueText } from "../../../../format/number.ts";
import { clockTime } from "../../../../format/time.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { IconButton } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/class-names.ts";
import { ExactTime } from "../../../../ui/relative-time.tsx";
import { stepAfterKey } from "../../model/editor-keys.ts";
import { sampleReading } from "../../model/expression/sample-reading.ts";
import { type KnownChain, titleOf, typeOf } from "../../model/node-titles.ts";
import { effectsByStep, highlightOf, isWired, outcomes, type ShownRun } from "../../model/shown-run.ts";
import { NodeIcon } from "../node-icon.tsx";
import { useEditor } from "../use-editor.ts";
import { EffectLines } from "./effect-lines.tsx";
import { StepDetails } from "./step-details.tsx";

/**
 * The path of a reading, node by node. The canvas draws it and follows the current step. The component needs the key of
 * the run: it keeps the first run it gets, even if the list is loaded again.
 */
export function RunSteps({ run: given, chain }: { readonly run: ShownRun; readonly chain: KnownChain }) {
  const [run] = useState(given);
  const { step, setStep, setHighlight } = useEditor();
  const { steps } = run;
  const path = useRef<HTMLOListElement>(null);
  const { byStep, elsewhere } = useMemo(() => effectsByStep(run, chain), [run, chain]);
  useEffect(() => {
    setHighlight(highlightOf(steps));
    const isObject = typeof run.metadata === "object" && run.metadata !== null;
    sampleReading.set({
      value: run.value,
      metadata: isObject ? withDoubles(run.metadata as Record<string, unknown>) : {},
    });
    return () => setHighlight([]);
  }, [run, steps, setHighlight]);
  const go = (place: number) => {
    setStep(place);
    path.current?.querySelectorAll("button")[place]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = stepAfterKey(event, step, steps.length);
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(place);
    // The focus follows the step.
    if (path.current?.contains(document.activeElement))
      path.current.querySelectorAll("button")[place]?.focus();
  };
  const current = steps[step];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within.
    <div className="flex min-w-0 flex-col gap-3" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm">
          <span className="font-semibold" title={String(run.value)}>
            {valueText(run.value)}
          </span>{" "}
          <span className="text-muted">
            at <ExactTime at={run.at} text={clockTime} />
          </span>
        </span>
        <Badge tone={outcomes[run.outcome].tone}>{outcomes[run.outcome].word}</Badge>
        <span className="ml-auto inline-flex items-center gap-1 text-sm text-muted">
          <IconButton label="Step back" disabled={step === 0} onClick={() => go(step - 1)}>
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <span aria-live="polite" className="min-w-20 text-center">
            Step {Math.min(step + 1, steps.length)} of {steps.length}
          </span>
          <IconButton label="Step forward" disabled={step >= steps.length - 1} onClick={() => go(step + 1)}>
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </span>
      </div>
      <p className="text-sm">
        {run.end}
        {run.deadOf !== undefined && (
          <>
            {" "}
            <Link to="/system/dead-letters" search={run.deadOf} className="underline hover:no-underline">
              Dead letters of this device
            </Link>
          </>
        )}
      </p>
      <Path run={run} chain={chain} step={step} onGo={go} list={path} />
      {current !== undefined && <StepDetails step={current} effects={byStep[step] ?? []} chain={chain} />}
      {elsewhere.length > 0 && (
        <div className="border-t border-line pt-2">
          <EffectLines effects={elsewhere} />
        </div>
      )}
    </div>
  );
}

function Path({
  run: { steps },
  chain,
  step,
  onGo,
  list,
}: {
  readonly run: ShownRun;
  readonly chain: KnownChain;
  readonly step: number;
  readonly onGo: (step: number) => void;
  readonly list: RefObject<HTMLOListElement | null>;
}) {
  return (
    <ol
      ref={list}
      aria-label="Steps"
      className="flex max-h-28 flex-wrap items-center gap-y-1.5 overflow-y-auto p-0.5"
    >
      {steps.map((shown, place) => {
        const next = steps[place + 1];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reading may pass a node twice.
          <Fragment key={place}>
            <li>
              <button
                type="button"
                aria-current={place === step ? "step" : undefined}
                onClick={() => onGo(place)}
                className={cx(
                  "flex h-7 items-center gap-1.5 rounded-md border px-2 text-sm whitespace-nowrap",
                  place === step
                    ? "border-accent bg-accent-soft font-medium text-accent"
                    : "border-line bg-surface hover:border-line-strong",
                )}
              >
                <NodeIcon type={typeOf(chain, shown.node)} />
                {titleOf(chain, shown.node)}
              </button>
            </li>
            {next !== undefined && (
              <li aria-hidden className="px-1.5 font-mono text-xs text-muted">
                {isWired(chain.definition, shown, next) ? `${shown.output} →` : "· then"}
              </li>
            )}
          </Fragment>
        );
      })}
    </ol>
  );
}
