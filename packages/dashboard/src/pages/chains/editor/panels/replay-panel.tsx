import type { ChainDefinition } from "@weir/rule-engine/chain";
import { History } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../../api/change.ts";
import { useCall } from "../../../../api/queries.ts";
import { useMay } from "../../../../app/session.tsx";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState, Loading, Note } from "../../../../ui/states.tsx";
import { definitionBody } from "../../model/editor-store.ts";
import { useEditor } from "../use-editor.ts";
import { NoPermission, PanelColumns } from "./panel-columns.tsx";
import { ReplayDifferences } from "./replay-differences.tsx";
import { ReplayForm, type ReplayRequest } from "./replay-form.tsx";
import { type Replay, ReplaySummary } from "./replay-summary.tsx";

const hourMs = 3_600_000;

interface Done {
  readonly definition: ChainDefinition;
  readonly request: ReplayRequest;
  readonly replay: Replay;
}

/** Shows what publishing would have changed for readings that a sensor has already sent. */
export function ReplayPanel() {
  const { chain, definition, published } = useEditor();
  const mayRun = useMay("editor");
  const [done, setDone] = useState<Done | null>(null);
  const [areDead, setAreDead] = useState(false);
  const run = useChange("replayReadings", { quiet: true });
  const compare = (request: ReplayRequest) =>
    run.mutate(
      { params: { chain: chain.uuid }, body: { ...request, definition: definitionBody(definition) } },
      { onSuccess: (replay) => setDone({ definition, request, replay }) },
    );
  if (!mayRun) return <NoPermission>You need the editor role to compare versions.</NoPermission>;
  return (
    <PanelColumns
      result={done}
      form={
        <ReplayForm
          isBusy={run.isPending}
          error={run.error}
          areDead={areDead}
          onAreDead={setAreDead}
          onRun={compare}
        />
      }
    >
      {published === null && (
        <Note>
          This chain is not published yet, so it is compared with the chain that the sensor uses now.
        </Note>
      )}
      {run.isPending ? (
        <Loading what="Running stored readings through both versions. This takes up to 8 seconds" />
      ) : done === null ? (
        <Invitation />
      ) : (
        <Result
          done={done}
          isOld={done.definition !== definition}
          onDeadLetters={() => {
            setAreDead(true);
            compare({ ...done.request, dead_letters: true });
          }}
        />
      )}
    </PanelColumns>
  );
}

function Invitation() {
  return (
    <EmptyState icon={<History size={22} />} title="What would publishing change?">
      Runs a sensor’s stored readings through the published version and the version on the canvas, and shows
      where the results differ. Readings are used as they were saved, including changes made by the published
      chain. Nothing is saved or sent.
    </EmptyState>
  );
}

function Result({
  done: { replay, request },
  isOld,
  onDeadLetters,
}: {
  readonly done: Done;
  readonly isOld: boolean;
  readonly onDeadLetters: () => void;
}) {
  const kind = request.dead_letters ? "dead letter" : "stored reading";
  const leftOut = !request.dead_letters && <LeftOutLetters request={request} onCompare={onDeadLetters} />;
  if (replay.readings === 0)
    return (
      <>
        {leftOut}
        <EmptyState title={`No ${kind}s in this period`}>
          Choose a longer period or another sensor.
        </EmptyState>
      </>
    );
  return (
    <>
      {isOld && (
        <Note tone="warn">
          The chain has changed since this comparison. Compare again to see the current result.
        </Note>
      )}
      {leftOut}
      <ReplaySummary replay={replay} kind={kind} />
      <ReplayDifferences replay={replay} />
    </>
  );
}

/** Says that the comparison left out dead letters, if the sensor has any of that period. */
function LeftOutLetters({
  request: { sensor, hours },
  onCompare,
}: {
  readonly request: ReplayRequest;
  readonly onCompare: () => void;
}) {
  const { data } = useCall("listDeadLetters", { query: { sensor, limit: 1 } });
  const newest = data?.items[0]?.at;
  if (newest === undefined || newest === null || Date.parse(newest) < Date.now() - hours * hourMs)
    return null;
  return (
    <Note tone="warn">
      <p>
        Only stored readings are compared here. This sensor also has dead letters from this period, which the
        change may save.
      </p>
      <Button size="small" className="mt-1.5" onClick={onCompare}>
        Compare dead letters
      </Button>
    </Note>
  );
}
