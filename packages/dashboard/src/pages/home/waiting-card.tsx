import { useCall } from "../../api/queries.ts";
import { useSession } from "../../app/session.tsx";
import { bytesText, countText, percentText } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import { FigureRow } from "./figure-row.tsx";
import type { Counts } from "./use-health.ts";

const refreshMs = 5000;

/** What is waiting for a person, for delivery or for the processor, however long. */
export function WaitingCard({ waiting }: { readonly waiting: Counts }) {
  return (
    <Card title="Waiting">
      <dl className="flex flex-col gap-1.5 text-sm">
        <FigureRow name="Dead letters" page={{ to: "/system/dead-letters" }}>
          {countText(waiting.dead_letters)}
        </FigureRow>
        {waiting.quarantined > 0 && (
          <FigureRow name="In quarantine" page={{ to: "/activity/quarantine" }}>
            {countText(waiting.quarantined)}
          </FigureRow>
        )}
        {waiting.outbox.waiting > 0 && (
          <FigureRow name="Messages to deliver" page={{ to: "/system/outbox" }}>
            {countText(waiting.outbox.waiting)}
          </FigureRow>
        )}
        {useSession().user.owns_installation && <QueueRow />}
      </dl>
    </Card>
  );
}

/** Accepted readings that the processor has not reached yet. Only shown to owners of the installation. */
function QueueRow() {
  const { data } = useCall("showSystem", {}, { refetchInterval: refreshMs });
  if (data === undefined) return null;
  const { backlog_bytes, backlog_bytes_max } = data.queue;
  if (backlog_bytes === null)
    return (
      <FigureRow name="In the queue" page={{ to: "/system" }}>
        <span title="The queue isn’t responding">Unknown</span>
      </FigureRow>
    );
  const share = backlog_bytes / backlog_bytes_max;
  return (
    <FigureRow name="In the queue" page={{ to: "/system" }}>
      <span title={`${percentText(share)} full`}>
        {backlog_bytes === 0 ? "Empty" : bytesText(backlog_bytes)}
      </span>
    </FigureRow>
  );
}
