import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { clockTime, shortTime } from "../../format/time.ts";
import { cx } from "../../ui/class-names.ts";
import { ExactTime } from "../../ui/relative-time.tsx";
import { isTroubled, outcomeText, type Request, shortExplanation } from "./outcome-words.ts";
import { VerdictMark } from "./verdict-mark.tsx";

/** One request in the list. All of the row leads to what became of it. */
export function RequestRow({
  request,
  hasDevice,
}: {
  readonly request: Request;
  /** Whether the row says whose request it was. */
  readonly hasDevice: boolean;
}) {
  const { id, at, endpoint, status, device } = request;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={`/activity/${id}`}
        className={cx(
          "grid min-h-10 items-center gap-x-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover",
          hasDevice
            ? "md:grid-cols-[7.5rem_11rem_6rem_4rem_1fr_1rem]"
            : "md:grid-cols-[7.5rem_6rem_4rem_1fr_1rem]",
          "max-md:grid-cols-[auto_auto_1fr_1rem]",
        )}
      >
        <span className="whitespace-nowrap text-muted">
          <ExactTime at={at} text={timeOfRow} />
        </span>
        {hasDevice && (
          <span className="truncate font-medium max-md:order-last max-md:col-span-full">
            {device === null ? <span className="font-normal text-muted">removed device</span> : device.name}
          </span>
        )}
        <span className="whitespace-nowrap text-muted">POST {endpoint}</span>
        <span className="inline-flex items-center gap-1.5">
          <VerdictMark request={request} />
          {status}
        </span>
        <span className="min-w-0 truncate max-md:order-last max-md:col-span-full max-md:whitespace-normal">
          {outcomeText(request)}
          {isTroubled(request) && <FirstExplanation request={request} />}
        </span>
        <ChevronRight size={15} aria-hidden className="text-faint" />
      </Link>
    </li>
  );
}

function FirstExplanation({ request }: { readonly request: Request }) {
  const text = shortExplanation(request);
  if (text === null) return null;
  return (
    <span className="text-muted" title={text}>
      {" "}
      — {text}
    </span>
  );
}

/** The time of day says enough of today's. */
function timeOfRow(ms: number): string {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  return isToday ? clockTime(ms) : shortTime(ms);
}
