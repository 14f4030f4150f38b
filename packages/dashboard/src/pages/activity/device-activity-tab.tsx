import { useParams } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ClockCard } from "./clock-card.tsx";
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

/** A device that has connected and has no requests is one of a server that keeps none. */
function NoRequests({ device }: { readonly device: string }) {
  const { data } = useCall("showDevice", { params: { device } });
  if (data === undefined) return null;
  if (data.last_connected === null) {
    return (
      <EmptyState
        icon={<Activity size={24} />}
        title="Nothing has arrived yet"
        action={<ButtonLink to={`/devices/${device}/credentials`}>Show the token and snippets</ButtonLink>}
      >
        The device’s requests appear here the moment they arrive, also those that are refused, with the
        reason.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Activity size={24} />} title="Its requests are not kept">
      The device last connected <RelativeTime at={data.last_connected} />, but the server keeps none of its
      requests. Set <code className="font-mono">activity_per_device</code> in the server’s configuration to
      how many of each device’s last requests are to be kept; 0 switches it off.
    </EmptyState>
  );
}
