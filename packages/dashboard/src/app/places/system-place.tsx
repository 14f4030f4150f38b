import { useCall } from "../../api/queries.ts";
import { useMaySeeCluster } from "../session.tsx";
import { PlacePage, type PlacePageProps } from "./place-page.tsx";
import { systemPages } from "./places.ts";

const againEveryMs = 15_000;

/** A page of System. The tabs say how many messages were given up and how many readings failed. */
export function SystemPlace(props: PlacePageProps<typeof systemPages>) {
  const { data: counts } = useCall("showCounts", {}, { refetchInterval: againEveryMs });
  const maySeeCluster = useMaySeeCluster();
  return (
    <PlacePage
      pages={systemPages}
      hidden={maySeeCluster ? null : "/system/cluster"}
      counts={{
        "/system/outbox": counts?.outbox.given_up,
        "/system/dead-letters": counts?.dead_letters,
      }}
      {...props}
    />
  );
}
