import { useParams } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { OtherAccounts } from "../../app/not-there.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Crumb, Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { ClockCard } from "./clock-card.tsx";
import { endpointText, type RequestDetails, unsavedParts, verdictOf } from "./outcome-words.ts";
import { ReadingList } from "./reading-list.tsx";
import { AnswerCard, OriginCard, RefusalCard } from "./request-facts.tsx";
import { RequestQuarantine } from "./request-quarantine.tsx";
import { VerdictMark } from "./verdict-mark.tsx";

const crumbs: readonly Crumb[] = [{ label: "Activity", to: "/activity" }];
const whileQueuedMs = 1000;

/** One request: the answer as it was sent, and the fate of each reading. */
export function RequestPage() {
  const { request: id = "" } = useParams({ strict: false });
  const result = useCall(
    "showRequest",
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.readings.state === "queued" ? whileQueuedMs : false) },
  );
  const data = isGone(result.error) ? undefined : result.data;
  return (
    <Page
      // The content begins elsewhere once the header is known.
      key={data === undefined ? "awaited" : "known"}
      title={data === undefined ? "Request" : titleOf(data)}
      crumbs={crumbs}
      aside={data && <Summary request={data} />}
    >
      <Loaded result={result} shape="card" what="Loading request" gone={<NotKept />}>
        {(request) => <RequestView request={request} />}
      </Loaded>
    </Page>
  );
}

function RequestView({ request }: { readonly request: RequestDetails }) {
  const { device, clock_offset_ms, accepted, findings } = request;
  return (
    // On a phone, the fates of the readings come before the origin of the request.
    <Together className="grid items-start gap-5 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <RefusalCard request={request} />
        <AnswerCard request={request} />
      </div>
      <div className="min-w-0 max-md:order-last">
        <OriginCard request={request} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 empty:hidden md:col-span-2">
        <RequestQuarantine request={request} />
        {(accepted > 0 || findings.length > 0) && <ReadingList request={request} />}
      </div>
      <div className="flex min-w-0 flex-col empty:hidden md:col-span-2">
        {device !== null && clock_offset_ms !== null && (
          <ClockCard device={device.uuid} marked={request.id} />
        )}
      </div>
    </Together>
  );
}

function Summary({ request }: { readonly request: RequestDetails }) {
  const { unsaved } = request;
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <VerdictMark request={request} />
      {verdictOf(request).word} <RelativeTime at={request.at} />
      {unsaved !== null &&
        unsavedParts(unsaved).map((part) => (
          <Badge key={part} tone="warn">
            {part}
          </Badge>
        ))}
    </span>
  );
}

function titleOf(request: RequestDetails): string {
  const { device } = request;
  return `${endpointText(request)}${device === null ? "" : ` from ${device.name}`}`;
}

function NotKept() {
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title="Request not found"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/activity">Show all requests</ButtonLink>
          <OtherAccounts />
        </div>
      }
    >
      This account has no request with this ID, or the request is no longer stored. Only the most recent
      requests of each device are kept.
    </EmptyState>
  );
}
