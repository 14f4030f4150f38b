import type { ReactNode } from "react";
import { bytesText, countText, plural } from "../../format/number.ts";
import { durationText } from "../../format/time.ts";
import { Status, type Tone } from "../../ui/badge.tsx";
import type { SystemStatus } from "./system-status.ts";

/** The four figures that an operator looks at first. */
export function SystemTiles({ system }: { readonly system: SystemStatus }) {
  const { ready, queue, totals, processes, uptime_s, cluster, notices } = system;
  const restarts = processes.reduce((sum, process) => sum + process.restarts, 0);
  const down = processes.filter(({ running }) => !running).length;
  const waitingBytes = queue.backlog_bytes;
  const isBacklogLong = waitingBytes !== null && waitingBytes > queue.backlog_bytes_max / 2;
  return (
    <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
      <Tile
        label="Readings"
        tone={ready ? "ok" : "bad"}
        word={ready ? "Accepted" : "Refused"}
        note={
          cluster
            ? ready
              ? "By at least one process"
              : "No process accepts them"
            : `Up for ${durationText(uptime_s * 1000)}`
        }
      />
      {cluster ? (
        <Tile
          label="Cluster"
          tone={notices.some(({ serious }) => serious) ? "bad" : notices.length > 0 ? "warn" : "ok"}
          word={notices.length === 0 ? "Healthy" : plural(notices.length, "notice")}
          note={notices.length === 0 ? "All roles are running" : "See above"}
        />
      ) : (
        <Tile
          label="Processes"
          tone={down > 0 ? "bad" : restarts > 0 ? "warn" : "ok"}
          word={down > 0 ? `${down} down` : "Running"}
          note={restarts === 0 ? "Never restarted" : `Restarted ${plural(restarts, "time")}`}
        />
      )}
      <Tile
        label="Queue"
        tone={isBacklogLong || waitingBytes === null ? "warn" : "ok"}
        word={waitingBytes === null ? "Unknown" : waitingBytes === 0 ? "Empty" : bytesText(waitingBytes)}
        note={
          waitingBytes === null
            ? "The queue isn’t responding"
            : waitingBytes === 0
              ? "Nothing is waiting"
              : "Waiting for the processor"
        }
      />
      <Tile
        label="Gap"
        tone={totals.gap === null ? "warn" : totals.gap === 0 ? "ok" : "info"}
        word={totals.gap === null ? "Unknown" : totals.gap === 0 ? "None" : countText(totals.gap)}
        note={
          totals.gap === null
            ? "The queue isn’t responding"
            : totals.gap === 0
              ? "Every accepted reading was processed"
              : "Accepted, not processed yet"
        }
      />
    </div>
  );
}

function Tile({
  label,
  tone,
  word,
  note,
}: {
  readonly label: string;
  readonly tone: Tone;
  readonly word: ReactNode;
  readonly note: string;
}) {
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="text-xs text-muted">{label}</div>
      <div className="text-lg font-semibold">
        <Status tone={tone}>{word}</Status>
      </div>
      <div className="text-sm text-muted">{note}</div>
    </div>
  );
}
