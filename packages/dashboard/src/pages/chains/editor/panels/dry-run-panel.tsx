import type { ChainDefinition } from "@weir/rule-engine/chain";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../../api/change.ts";
import type { CallAnswer } from "../../../../api/route-types.ts";
import { useMay } from "../../../../app/session.tsx";
import { plural } from "../../../../format/number.ts";
import { EmptyState, Note } from "../../../../ui/states.tsx";
import { definitionBody, useEditor } from "../editor-state.ts";
import { DryRunForm, type Tested } from "./dry-run-form.tsx";
import { NoPermission } from "./no-permission.tsx";
import { PanelColumns } from "./panel-columns.tsx";
import { RunViewer } from "./run-viewer.tsx";
import { endOf, type RunChain, type ShownRun } from "./shown-run.ts";

interface Done {
  readonly number: number;
  readonly tested: Tested;
  readonly definition: ChainDefinition;
  readonly answer: CallAnswer<"dryRunChain">;
}

/** Runs readings through the chain without any effect, and shows the way each takes. */
export function DryRunPanel() {
  const { chain, definition, live } = useEditor();
  const mayRun = useMay("editor");
  const [done, setDone] = useState<Done | null>(null);
  const run = useChange("dryRunChain", { quiet: true });
  if (!mayRun) return <NoPermission>Trying a chain takes the role of an editor.</NoPermission>;
  return (
    <PanelColumns
      result={done}
      form={
        <DryRunForm
          isBusy={run.isPending}
          error={run.error}
          onRun={(tested, readings) => {
            const used = tested === "live" ? live! : definition;
            const which =
              tested === "live" ? { version: "live" as const } : { definition: definitionBody(used) };
            run.mutate(
              { params: { chain: chain.uuid }, body: { ...which, ...readings } },
              {
                onSuccess: (answer) =>
                  setDone((before) => ({
                    ...{ tested, answer, definition: used },
                    number: (before?.number ?? 0) + 1,
                  })),
              },
            );
          }}
        />
      }
    >
      {done === null ? <Invitation /> : <Result key={done.number} done={done} />}
    </PanelColumns>
  );
}

function Invitation() {
  return (
    <EmptyState icon={<FlaskConical size={22} />} title="See which way a reading takes">
      Type a value, or take what a sensor sent last, and run it. The canvas shows the way, step by step.
      Nothing is saved or sent.
    </EmptyState>
  );
}

function Result({ done: { tested, answer, definition } }: { readonly done: Done }) {
  const { definition: edited, nodeTypes } = useEditor();
  const runChain: RunChain = { definition, nodeTypes };
  const runs = answer.readings.map(
    (reading, place): ShownRun => ({
      ...reading,
      key: String(place),
      outcome: reading.outcome.kind,
      end: endOf(reading.outcome, runChain),
    }),
  );
  if (runs.length === 0)
    return <EmptyState title="No readings">The sensor has none of this kind. Type one instead.</EmptyState>;
  return (
    <>
      {tested === "draft" && definition !== edited && (
        <Note tone="warn">The chain has changed since this run. Run it again to see the way now.</Note>
      )}
      {!answer.is_complete && (
        <Note tone="warn">This took too long: only {plural(runs.length, "reading")} could be tried.</Note>
      )}
      {runs.length > 1 && <Counts runs={runs} />}
      <RunViewer label="Readings that were tried" runs={runs} chainOf={() => runChain} />
    </>
  );
}

const counted = { saved: "saved", ended: "not saved" };

function Counts({ runs }: { readonly runs: readonly ShownRun[] }) {
  const kinds = ["saved", "ended", "dead"] as const;
  const told = kinds
    .map((kind) => ({ kind, count: runs.filter(({ outcome }) => outcome === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => (kind === "dead" ? plural(count, "dead letter") : `${count} ${counted[kind]}`));
  return (
    <p role="status" className="text-sm text-muted">
      {plural(runs.length, "reading")}: {told.join(", ")}. Nodes that remember begin empty.
    </p>
  );
}
