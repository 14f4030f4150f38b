import { useParams } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { ClockCard } from "./clock-card.tsx";
import { NotKept } from "./not-kept.tsx";
import { RequestFeed } from "./request-feed.tsx";

/** The last requests of one device, and how far its clock was off. */
export function DeviceActivityTab() {
  const { device = "" } = useParams({ strict: false });
  const [filter, setFilter] = useFilters("only", "reason");
  const { only, reason } = filter;
  return (
    <Together className="flex flex-col gap-5">
      <RequestFeed
        key={`${device} ${only} ${reason}`}
        filter={{ device, ...filter }}
        onFilter={setFilter}
        hasDevice={false}
        controls={
          <ButtonLink to="/activity/quarantine" search={{ device }} size="small" className="order-1">
            Quarantine
          </ButtonLink>
        }
        empty={
          only === undefined && reason === undefined ? (
            <NoRequests device={device} />
          ) : (
            <NoTrouble
              isAll={reason === undefined}
              onShowAll={() => setFilter({ only: undefined, reason: undefined })}
            />
          )
        }
      />
      <ClockCard device={device} />
    </Together>
  );
}

function NoTrouble({ isAll, onShowAll }: { readonly isAll: boolean; readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<Activity size={24} />}
      title={isAll ? "No problems" : "No matching requests"}
      action={<Button onClick={onShowAll}>Show all requests</Button>}
    >
      {isAll
        ? "In all stored requests of this device, every reading was accepted and processed."
        : "None of the stored requests of this device match this filter."}
    </EmptyState>
  );
}

function NoRequests({ device }: { readonly device: string }) {
  const { server } = useSession();
  if (server.activity_per_device === 0) return <NotKept />;
  return (
    <EmptyState
      icon={<Activity size={24} />}
      title="No requests yet"
      action={
        <ButtonLink to="/devices/$device/credentials" params={{ device }}>
          Show token and snippets
        </ButtonLink>
      }
    >
      Requests appear here as they arrive, including refused ones with the reason. Requests to a wrong address
      don’t appear: if the device gets a 404, compare its URL with the snippets.
    </EmptyState>
  );
}
