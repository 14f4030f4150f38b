import type { ReactNode } from "react";
import { valueText } from "../../../../format/number.ts";
import { type Effect, type RunChain, type Step, titleOf, typeOf } from "../../model/shown-run.ts";
import { NodeIcon } from "../node-icon.tsx";
import { EffectLines, metadataText } from "./effect-lines.tsx";

/** One node's part in the way of a reading: what came in, what it did, and how the reading left. */
export function StepDetails({
  step,
  effects,
  chain,
}: {
  readonly step: Step;
  readonly effects: readonly Effect[];
  readonly chain: RunChain;
}) {
  const { definition } = chain;
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
        <Fact name="Output">{leftBy(step, definition)}</Fact>
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

/** The reading at one place. Metadata that came through untouched is not said twice. */
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

function leftBy({ node, output }: Step, { wires }: RunChain["definition"]): ReactNode {
  if (output === null) return "None. The reading leaves this chain here.";
  const isWired = wires.some((wire) => wire.from === node && wire.output === output);
  return (
    <>
      <code className="font-mono">{output}</code>
      {!isWired && <span className="text-muted"> (not connected)</span>}
    </>
  );
}
