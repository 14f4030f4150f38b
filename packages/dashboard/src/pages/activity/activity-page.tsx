import { Activity } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { DeviceFilter } from "../../ui/device-filter.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ActivityTabs } from "./activity-tabs.tsx";
import { NotKept } from "./not-kept.tsx";
import { RequestFeed } from "./request-feed.tsx";

/** Did my reading arrive, and if not, why? */
export function ActivityPage() {
  const [filter, setFilter] = useFilters("device", "only", "reason");
  const isNarrowed = Object.keys(filter).length > 0;
  const showAll = () => setFilter({ device: undefined, only: undefined, reason: undefined });
  return (
    <Page title="Activity" tabs={<ActivityTabs />}>
      <RequestFeed
        key={`${filter.device} ${filter.only} ${filter.reason}`}
        filter={filter}
        onFilter={setFilter}
        controls={
          <DeviceFilter
            device={filter.device}
            onChoose={(device) => setFilter({ device })}
            className="w-60 max-md:w-full"
          />
        }
        empty={isNarrowed ? <NothingLikeThis onShowAll={showAll} /> : <NothingYet />}
      />
    </Page>
  );
}

function NothingLikeThis({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<Activity size={24} />}
      title="No such request"
      action={<Button onClick={onShowAll}>Show all requests</Button>}
    >
      Among the requests that are kept there is none like this. What arrives from now on appears here by
      itself.
    </EmptyState>
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
          Go to your devices
        </ButtonLink>
      }
    >
      Every request of a device appears here the moment it arrives, with what was accepted and why the rest
      was not. A device’s page has the commands to send a first one.
    </EmptyState>
  );
}
