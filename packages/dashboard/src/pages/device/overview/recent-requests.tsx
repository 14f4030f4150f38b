import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { outcomeText } from "../../../format/drop-reason.ts";
import { clockTime, shortTime } from "../../../format/time.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ExactTime } from "../../../ui/relative-time.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useDeviceUuid } from "../use-device.ts";

type DeviceRequest = CallAnswer<"listDeviceRequests">["items"][number];

const shownRequests = 8;

/** The last requests with what became of them, each of which explains itself when opened. */
export function RecentRequests() {
  const device = useDeviceUuid();
  const result = useCall("listDeviceRequests", { params: { device }, query: { limit: shownRequests } });
  return (
    <Card
      title="Recent requests"
      isFlush
      action={
        <Link to={`/devices/${device}/activity`} className="text-sm text-accent hover:underline">
          All activity
        </Link>
      }
    >
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No requests yet">
              Each request of this device shows up here, the refused ones too.
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

function toneOf({ status, rejected }: DeviceRequest): Tone {
  if (status >= 400) return "bad";
  return Object.keys(rejected).length > 0 ? "warn" : "ok";
}

function RequestRow({ request }: { readonly request: DeviceRequest }) {
  const { id, at, endpoint, status, error, accepted } = request;
  const isRefused = status >= 400 && accepted === 0 && Object.keys(request.rejected).length === 0;
  const hasUnknownSensor =
    error === "sensor_not_found" || request.rejected.dropped_unknown_sensor !== undefined;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={`/activity/${id}`}
        className="flex min-h-10 items-center gap-3 px-4 py-1.5 text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="text-muted">
          <ExactTime at={at} text={whenText} />
        </span>
        <span className="w-10 text-muted max-sm:hidden">{endpoint}</span>
        <Badge tone={toneOf(request)}>{status}</Badge>
        <span className="min-w-0 flex-1 break-words">
          {isRefused ? `Refused: ${(error ?? "not valid").replaceAll("_", " ")}` : outcomeText(request)}
          {hasUnknownSensor && <DidYouMean request={request} />}
        </span>
        <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}

/** What was sent in the place of a sensor, and what may have been meant. */
function DidYouMean({ request: { first_finding: finding } }: { readonly request: DeviceRequest }) {
  if (finding === null || finding.identifier === null) return null;
  const [meant] = finding.suggestions;
  return (
    <span className="text-muted">
      {" "}
      “{finding.identifier}”{meant !== undefined && ` — did you mean “${meant}”?`}
    </span>
  );
}

/** The time of day says enough of today. */
function whenText(ms: number): string {
  return new Date(ms).toDateString() === new Date().toDateString() ? clockTime(ms) : shortTime(ms);
}
