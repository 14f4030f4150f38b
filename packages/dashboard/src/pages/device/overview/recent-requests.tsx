import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import { recentTime } from "../../../format/time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ExactTime } from "../../../ui/relative-time.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { outcomeText, type Request, shortExplanation, verdictOf } from "../../activity/outcome-words.ts";
import { useDeviceUuid } from "../use-device.ts";

const shownRequests = 8;

export function useRecentRequests() {
  const device = useDeviceUuid();
  return useCall("listDeviceRequests", { params: { device }, query: { limit: shownRequests } });
}

/** The latest requests with their outcomes. Opening one explains it. */
export function RecentRequests() {
  const device = useDeviceUuid();
  const result = useRecentRequests();
  return (
    <Card
      title="Recent requests"
      isFlush
      action={
        <Link
          to="/devices/$device/activity"
          params={{ device }}
          className="text-sm text-accent hover:underline"
        >
          All activity
        </Link>
      }
    >
      <Loaded result={result} shape="rows">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No requests yet">
              Every request from this device appears here, including refused ones.
            </EmptyState>
          ) : (
            <ul>
              {items.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function RequestRow({ request }: { readonly request: Request }) {
  const { id, at, endpoint, status } = request;
  const { tone } = verdictOf(request);
  const explanation = tone === "ok" ? null : shortExplanation(request);
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/activity/$request"
        params={{ request: id }}
        className="flex min-h-10 items-center gap-3 px-4 py-1.5 text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="whitespace-nowrap text-muted">
          <ExactTime at={at} text={recentTime} />
        </span>
        <span className="w-10 text-muted max-sm:hidden">{endpoint}</span>
        <Badge tone={tone}>{status}</Badge>
        <span className="min-w-0 flex-1 break-words">
          {outcomeText(request)}
          {explanation !== null && <span className="text-muted"> — {explanation}</span>}
        </span>
        <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}
