import { useOpenAlarms } from "../alarms/open-alarms.ts";
import { PlacePage, type PlacePageProps } from "./place-page.tsx";
import { alarmsPages } from "./places.ts";

/** A page of Alarms. The tabs say how many alarms nobody has acknowledged. */
export function AlarmsPlace(props: PlacePageProps<typeof alarmsPages>) {
  const { count } = useOpenAlarms();
  return <PlacePage pages={alarmsPages} counts={{ "/alarms": count }} {...props} />;
}
