import { CircleStop, Radio } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../../api/change.ts";
import { refresh } from "../../../../api/queries.ts";
import { useMay } from "../../../../app/session.tsx";
import { countText, plural } from "../../../../format/number.ts";
import { Status } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/field.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import type { Trace } from "../../model/shown-run.ts";

const lengths = [5, 15, 60] as const;

/** Shows whether readings are being recorded and how long, and starts or stops it. */
export function TraceBar({ chain, trace }: { readonly chain: string; readonly trace: Trace }) {
  const mayTrace = useMay("editor");
  const [minutes, setMinutes] = useState("15");
  const done = { onDone: () => void refresh("readChainTrace") };
  const start = useChange("startChainTrace", done);
  const stop = useChange("stopChainTrace", done);
  const { is_running: isRunning, until, seen, readings } = trace;
  const isKnown = isRunning || seen > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="text-sm" role="status">
        <Status tone={isRunning ? "ok" : "neutral"}>
          {isRunning ? "Recording" : isKnown ? "Stopped" : "Not recording"}
        </Status>
        {isKnown && (
          <span className="ml-3 text-muted">
            {plural(seen, "reading")} recorded
            {seen > readings.length && `, latest ${countText(readings.length)} kept`}
          </span>
        )}
        {until !== null && (
          <span className="ml-3 text-muted">
            ends <RelativeTime at={until} />
          </span>
        )}
      </div>
      {mayTrace && (
        <div className="ml-auto flex items-center gap-2">
          {isRunning ? (
            <Button
              isBusy={stop.isPending}
              icon={<CircleStop size={14} aria-hidden />}
              onClick={() => stop.mutate({ params: { chain } })}
            >
              Stop
            </Button>
          ) : (
            <>
              <Select
                aria-label="Duration"
                className="w-auto!"
                value={minutes}
                onChange={(event) => setMinutes(event.target.value)}
                choices={lengths.map((length) => ({ value: String(length), label: `${length} min` }))}
              />
              <Button
                look="primary"
                isBusy={start.isPending}
                icon={<Radio size={14} aria-hidden />}
                onClick={() => start.mutate({ params: { chain }, body: { minutes: Number(minutes) } })}
              >
                {isKnown ? "Record again" : "Record readings"}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
