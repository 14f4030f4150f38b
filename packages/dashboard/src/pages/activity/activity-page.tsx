import { Activity } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { Page } from "../../ui/page.tsx";
import { NoMatch } from "../../ui/record-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { SampleNote } from "../sample/sample-note.tsx";
import { ActivityTabs } from "./activity-tabs.tsx";
import { NotKept } from "./not-kept.tsx";
import { RequestFeed } from "./request-feed.tsx";
import { ActivitySummary } from "./summary/activity-summary.tsx";

/** Did my reading arrive, and if not, why? */
export function ActivityPage() {
  const [filter, setFilter] = useFilters("device", "only", "reason");
  const isNarrowed = Object.keys(filter).length > 0;
  const showAll = () => setFilter({ device: undefined, only: undefined, reason: undefined });
  return (
    <Page title="Activity" help={{ guide: "activity" }} tabs={<ActivityTabs />}>
      <SampleNote />
      <ActivitySummary />
      <RequestFeed
        key={`${filter.device} ${filter.only} ${filter.reason}`}
        filter={filter}
        onFilter={setFilter}
        controls={
          <DevicePicker
            device={filter.device}
            onChoose={(device) => setFilter({ device })}
            className="w-60 max-md:w-full"
          />
        }
        empty={
          isNarrowed ? (
            <NoMatch icon={<Activity size={24} />} what="requests" onShowAll={showAll}>
              None of the stored requests match these filters. New ones appear here as they arrive.
            </NoMatch>
          ) : (
            <NothingYet />
          )
        }
      />
    </Page>
  );
}

function NothingYet() {
  const { server } = useSession();
  if (server.activity_per_device === 0) return <NotKept />;
  return (
    <EmptyState
      icon={<Activity size={24} />}
      title="No requests yet"
      action={
        <ButtonLink to="/devices" look="primary">
          Go to devices
        </ButtonLink>
      }
    >
      Requests appear here as they arrive, with what was accepted and why anything was rejected. Open a device
      to find the commands that send a first request.
    </EmptyState>
  );
}
