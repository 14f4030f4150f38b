import type { ReactNode } from "react";
import { valueText } from "../../../../format/number.ts";
import { metadataText } from "../../model/effect-words.ts";
import { type KnownChain, titleOf, typeOf } from "../../model/node-titles.ts";
import { type Effect, isWired, type Step } from "../../model/shown-run.ts";
import { NodeIcon } from "../node-icon.tsx";
import { EffectLines } from "./effect-lines.tsx";

/** One step on the path of a reading: what came in, what the node did, and how the reading left. */
export function StepDetails({
  step,
  effects,
  chain,
}: {
  readonly step: Step;
  readonly effects: readonly Effect[];
  readonly chain: KnownChain;
}) {
  const type = typeOf(chain, step.node);
  const title = titleOf(chain, step.node);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <NodeIcon type={type} />
        <h2 className="text-sm font-semibold">{title}</h2>
        {type !== undefined && type.title !== title && (
          <span className="text-xs text-muted">{type.title}</span>
        )}
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name="In">
          <Carried reading={step.in} />
        </Fact>
        <Fact name="Out">{step.out === null ? "–" : <Carried reading={step.out} before={step.in} />}</Fact>
        <Fact name="Output">{leftBy(step, chain)}</Fact>
        {effects.length > 0 && (
          <Fact name="Actions">
            <EffectLines effects={effects} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** The reading at one place. Unchanged metadata is not repeated. */
function Carried({ reading, before }: { readonly reading: Step["in"]; readonly before?: Step["in"] }) {
  const metadata = metadataText(reading.metadata);
  const isSame = before !== undefined && metadata === metadataText(before.metadata);
  const isChanged = before !== undefined && before.value !== reading.value;
  return (
    <>
      <span className="font-semibold" title={String(reading.value)}>
        {valueText(reading.value)}
      </span>
      {isChanged && <span className="ml-1.5 text-xs text-accent">changed</span>}
      {isSame
        ? metadata !== "" && <span className="ml-2 text-xs text-muted">same metadata</span>
        : metadata !== "" && <code className="ml-2 font-mono text-xs break-all text-muted">{metadata}</code>}
      {!isSame && metadata === "" && before !== undefined && (
        <span className="ml-2 text-xs text-muted">metadata removed</span>
      )}
    </>
  );
}

function leftBy(step: Step, { definition }: KnownChain): ReactNode {
  const { output } = step;
  if (output === null) return "None. The reading leaves this chain here.";
  return (
    <>
      <code className="font-mono">{output}</code>
      {!isWired(definition, step) && <span className="text-muted"> (not connected)</span>}
    </>
  );
}
