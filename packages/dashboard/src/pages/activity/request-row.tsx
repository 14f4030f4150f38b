import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { recentTime } from "../../format/time.ts";
import { cx } from "../../ui/class-names.ts";
import { ExactTime } from "../../ui/relative-time.tsx";
import {
  endpointText,
  outcomeText,
  type Request,
  shortExplanation,
  type Verdict,
  verdictOf,
} from "./outcome-words.ts";
import { VerdictMark } from "./verdict-mark.tsx";

/** Makes requests with trouble easy to find among many. */
const rowLooks: Readonly<Record<Verdict["tone"], string>> = {
  ok: "border-l-transparent",
  warn: "border-l-warn bg-warn-soft/50",
  bad: "border-l-bad bg-bad-soft/50",
};
const textLooks: Readonly<Record<Verdict["tone"], string>> = {
  ok: "",
  warn: "font-medium text-warn",
  bad: "font-medium text-bad",
};

/**
 * One request in the list. The whole row is a link to the request. It is drawn again only when its outcome becomes
 * known.
 */
export const RequestRow = memo(function RequestRow({
  request,
  hasDevice,
}: {
  readonly request: Request;
  /** Whether the row names the device. */
  readonly hasDevice: boolean;
}) {
  const { id, at, status, device } = request;
  const { tone } = verdictOf(request);
  return (
    <li className={cx("border-b border-l-3 border-b-line last:border-b-0", rowLooks[tone])}>
      <Link
        to="/activity/$request"
        params={{ request: id }}
        className={cx(
          "grid min-h-10 items-center gap-x-3 py-2 pr-4 pl-3.25 text-sm -outline-offset-2 hover:bg-hover",
          hasDevice
            ? "md:grid-cols-[6rem_minmax(0,1fr)_6rem_4rem_minmax(0,1fr)_1rem] lg:grid-cols-[7.5rem_11rem_6rem_4rem_1fr_1rem]"
            : "md:grid-cols-[7.5rem_6rem_4rem_1fr_1rem]",
          "max-md:grid-cols-[auto_auto_1fr_1rem]",
        )}
      >
        <span className="whitespace-nowrap text-muted">
          <ExactTime at={at} text={recentTime} />
        </span>
        {hasDevice && (
          <span className="truncate font-medium max-md:order-last max-md:col-span-full">
            {device === null ? <span className="font-normal text-muted">removed device</span> : device.name}
          </span>
        )}
        <span className="whitespace-nowrap text-muted">{endpointText(request)}</span>
        <span className="inline-flex items-center gap-1.5">
          <VerdictMark request={request} />
          {status}
        </span>
        <span
          className={cx(
            "min-w-0 max-md:order-last max-md:col-span-full max-md:whitespace-normal",
            // The problem is read here, so it is not cut off after one line.
            tone === "ok" ? "truncate" : "md:line-clamp-3",
          )}
        >
          <span className={textLooks[tone]}>{outcomeText(request)}</span>
          {tone !== "ok" && <FirstExplanation request={request} />}
        </span>
        <ChevronRight size={15} aria-hidden className="text-faint" />
      </Link>
    </li>
  );
});

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
