import { useParams } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ClockCard } from "./clock-card.tsx";
import { NotKept } from "./not-kept.tsx";
import { RequestFeed } from "./request-feed.tsx";

/** The last requests of one device, and how far its clock was off. */
export function DeviceActivityTab() {
  const { device = "" }: { device?: string } = useParams({ strict: false });
  const [{ only }, setFilter] = useFilters("only");
  return (
    <div className="flex flex-col gap-5">
      <RequestFeed
        key={`${device} ${only}`}
        filter={{ device, only }}
        onOnly={(chosen) => setFilter({ only: chosen })}
        hasDevice={false}
        controls={
          <ButtonLink to="/activity/quarantine" search={{ device }} size="small" className="order-1">
            Quarantine
          </ButtonLink>
        }
        empty={
          only === undefined ? (
            <NoRequests device={device} />
          ) : (
            <EmptyState
              icon={<Activity size={24} />}
              title="No trouble"
              action={<Button onClick={() => setFilter({ only: undefined })}>Show all requests</Button>}
            >
              In every request that is kept of this device, everything was accepted.
            </EmptyState>
          )
        }
      />
      <ClockCard device={device} />
    </div>
  );
}

function NoRequests({ device }: { readonly device: string }) {
  const { server } = useSession();
  if (server.activity_per_device === 0) return <NotKept />;
  return (
    <EmptyState
      icon={<Activity size={24} />}
      title="Nothing has arrived yet"
      action={<ButtonLink to={`/devices/${device}/credentials`}>Show the token and snippets</ButtonLink>}
    >
      The device’s requests appear here the moment they arrive, also those that are refused, with the reason.
    </EmptyState>
  );
}
