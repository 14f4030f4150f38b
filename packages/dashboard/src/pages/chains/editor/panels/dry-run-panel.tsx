import type { ChainDefinition } from "@weir/rule-engine/chain";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../../api/change.ts";
import type { CallAnswer } from "../../../../api/route-types.ts";
import { useMay } from "../../../../app/session.tsx";
import { plural } from "../../../../format/number.ts";
import { EmptyState, Note } from "../../../../ui/states.tsx";
import { definitionBody } from "../../model/editor-store.ts";
import { dryRuns } from "../../model/shown-run.ts";
import { useEditor } from "../use-editor.ts";
import { DryRunForm, type Tested } from "./dry-run-form.tsx";
import { NoPermission, PanelColumns } from "./panel-columns.tsx";
import { RunSummary } from "./run-summary.tsx";
import { RunViewer } from "./run-viewer.tsx";

interface Done {
  readonly number: number;
  readonly tested: Tested;
  readonly definition: ChainDefinition;
  readonly answer: CallAnswer<"dryRunChain">;
}

/** Runs readings through the chain without any effect, and shows the path of each. */
export function DryRunPanel() {
  const { chain, definition, published } = useEditor();
  const mayRun = useMay("editor");
  const [done, setDone] = useState<Done | null>(null);
  const run = useChange("dryRunChain", { quiet: true });
  if (!mayRun) return <NoPermission>You need the editor role to run a chain.</NoPermission>;
  return (
    <PanelColumns
      result={done}
      form={
        <DryRunForm
          isBusy={run.isPending}
          error={run.error}
          onRun={(tested, readings) => {
            const used = tested === "live" ? published! : definition;
            const which =
              tested === "live" ? { version: "live" as const } : { definition: definitionBody(used) };
            run.mutate(
              { params: { chain: chain.uuid }, body: { ...which, ...readings } },
              {
                onSuccess: (answer) =>
                  setDone((before) => ({
                    tested,
                    answer,
                    definition: used,
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
    <EmptyState icon={<FlaskConical size={22} />} title="See what the chain does with a reading">
      Enter a value or pick a sensor’s latest readings, and run them. The canvas shows the path, step by step.
      Nothing is saved or sent.
    </EmptyState>
  );
}

function Result({ done: { tested, answer, definition } }: { readonly done: Done }) {
  const { definition: edited, nodeTypes } = useEditor();
  const ran = { definition, nodeTypes };
  const runs = dryRuns(answer.readings, ran);
  if (runs.length === 0)
    return (
      <EmptyState title="No readings">The sensor has no readings to run. Enter a value instead.</EmptyState>
    );
  return (
    <>
      {tested === "draft" && definition !== edited && (
        <Note tone="warn">The chain has changed since this run. Run it again to see the current result.</Note>
      )}
      {!answer.is_complete && (
        <Note tone="warn">This took too long, so only {plural(runs.length, "reading")} ran.</Note>
      )}
      <RunSummary runs={runs} />
      <RunViewer label="Results by reading" runs={runs} chain={ran} />
    </>
  );
}
