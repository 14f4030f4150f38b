import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { bytesText, countText, percentText } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import type { Counts } from "./use-health.ts";
import type { Statistics } from "./use-last-hours.ts";

const refreshMs = 5000;

/** What became of a day's accepted readings, and what waits. */
export function WayCard({ day, waiting }: { readonly day: Statistics; readonly waiting: Counts }) {
  const { accepted, saved, ended } = day.totals;
  return (
    <Card title="Where readings went, last 24 h">
      <dl className="flex flex-col gap-1.5 text-sm">
        <Row name="Accepted" to="/activity">
          {countText(accepted)}
        </Row>
        <Row name="Saved">{countText(saved)}</Row>
        <Row name="Ended by a chain" to="/chains">
          {countText(ended)}
        </Row>
        <Row name="Dead letters waiting" to="/alarms/dead-letters">
          {countText(waiting.dead_letters)}
        </Row>
        {waiting.quarantined > 0 && (
          <Row name="In quarantine" to="/activity/quarantine">
            {countText(waiting.quarantined)}
          </Row>
        )}
        {waiting.outbox.waiting > 0 && (
          <Row name="Messages to be delivered" to="/alarms/outbox">
            {countText(waiting.outbox.waiting)}
          </Row>
        )}
        {useMay("owner") && <QueueRow />}
      </dl>
    </Card>
  );
}

/** Accepted readings that the processor has not got to yet. Owners only, since it is of the whole installation. */
function QueueRow() {
  const { data } = useCall("showSystem", {}, { refetchInterval: refreshMs });
  if (data === undefined) return null;
  const { backlog_bytes, backlog_bytes_max } = data.queue;
  const share = backlog_bytes / backlog_bytes_max;
  return (
    <Row name="In the queue" to="/settings/system">
      <span title={`${percentText(share)} of what it may hold`}>
        {backlog_bytes === 0 ? "Empty" : bytesText(backlog_bytes)}
      </span>
    </Row>
  );
}

function Row({
  name,
  to,
  children,
}: {
  readonly name: string;
  readonly to?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="hover:text-text hover:underline">
            {name}
          </Link>
        )}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
