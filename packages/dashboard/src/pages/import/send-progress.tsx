import { Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { useChange } from "../../api/change.ts";
import { bytesText, countText, percentText, plural } from "../../format/number.ts";
import { aheadText } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/states.tsx";
import { useBeforeLeaving } from "../../ui/use-unsaved.tsx";
import { ImportResultCard } from "./import-result.tsx";
import { forgetImport, type KeptImport } from "./kept-import.ts";
import { type RunState, useImportRun } from "./use-import-run.ts";

const loss = {
  title: "Stop the import?",
  description:
    "The import stops when you leave this page. You can continue it later in this browser with the same file.",
  stay: "Keep importing",
};

/** The third step: sends the file, and shows the result at the end. */
export function SendProgress({
  file,
  kept,
  onEnd,
}: {
  readonly file: File;
  readonly kept: KeptImport;
  /** Back to the first step. */
  readonly onEnd: () => void;
}) {
  const run = useImportRun(file, kept);
  const { progress, isPaused, failure, result } = run;
  const { question } = useBeforeLeaving(result === null && failure === null ? loss : null);
  const cancel = useChange("cancelImport", {
    onDone: () => {
      forgetImport(kept.plan.device);
      onEnd();
    },
  });
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (result !== null) return <ImportResultCard file={file} kept={kept} result={result} onAgain={onEnd} />;
  const share = file.size === 0 ? 1 : progress.fileBytes / file.size;
  const isHeld = isPaused || failure !== null;
  return (
    <Card title={isPaused ? "Import paused" : failure === null ? "Importing…" : "Import stopped"}>
      <div ref={heading} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        <div
          role="progressbar"
          aria-label={`Import of ${file.name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
        <p className="text-sm text-muted">
          {percentText(share)} of {bytesText(file.size)} · {paceText(run, isHeld)}
        </p>
        <p className="text-sm">
          {plural(progress.received?.accepted ?? 0, "reading")} imported
          {progress.rejected > 0 && `, ${plural(progress.rejected, "line")} rejected`}
        </p>
        {progress.fault !== null && failure === null && (
          <div role="status">
            <Note tone="warn">{progress.fault} The import continues as soon as the server answers.</Note>
          </div>
        )}
        {failure !== null && (
          <div role="alert">
            <Note tone="bad">{failure} Imported readings are safe.</Note>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {isHeld ? (
            <Button look="primary" icon={<Play size={14} aria-hidden />} onClick={run.resume}>
              {failure === null ? "Resume" : "Try again"}
            </Button>
          ) : (
            <Button icon={<Pause size={14} aria-hidden />} onClick={run.pause}>
              Pause
            </Button>
          )}
          {isHeld && (
            <Button
              isBusy={cancel.isPending}
              onClick={() => cancel.mutate({ params: { import: kept.import } })}
            >
              Cancel import
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">
          Keep this page open. If it is closed or the connection breaks, choose the same file again to
          continue.
        </p>
      </div>
      {question}
    </Card>
  );
}

function paceText({ progress, readingsPerSecond, remainingMs }: RunState, isHeld: boolean): string {
  if (isHeld) return "waiting";
  if (progress.isCatchingUp) return "finding where it stopped";
  if (remainingMs === null) return "estimating the remaining time";
  const rate = readingsPerSecond === null ? "" : `${countText(readingsPerSecond)} readings a second · `;
  return `${rate}about ${aheadText(remainingMs)} left`;
}
