import { Link } from "@tanstack/react-router";
import { useCall } from "../../api/queries.ts";
import { durationText, parseTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** When the same alarm was raised at other times. Shows nothing if it never was. */
export function OtherAlarms({ id }: { readonly id: number }) {
  const { data } = useCall("showAlarmHistory", { params: { id } });
  if (data === undefined || data.recurrences.length === 0) return null;
  return (
    <Card title="Other occurrences" isFlush>
      <ul className="text-sm">
        {data.recurrences.map((alarm) => (
          <li
            key={alarm.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line px-4 py-2 last:border-b-0"
          >
            <Link
              to="/alarms/$alarm"
              params={{ alarm: String(alarm.id) }}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              <RelativeTime at={alarm.raised_at} />
            </Link>
            <span className="text-muted">
              {alarm.cleared_at === null
                ? "still active"
                : `lasted ${durationText(parseTime(alarm.cleared_at) - parseTime(alarm.raised_at))}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
