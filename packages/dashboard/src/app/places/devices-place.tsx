import { useCall } from "../../api/queries.ts";
import { useMay } from "../session.tsx";
import { PlacePage, type PlacePageProps } from "./place-page.tsx";
import { devicesPages } from "./places.ts";

const againEveryMs = 15_000;

/** A page of Devices. The tabs say how many devices wait to be provisioned. */
export function DevicesPlace(props: PlacePageProps<typeof devicesPages>) {
  const mayEdit = useMay("editor");
  const { data } = useCall("countHardware", {}, { refetchInterval: againEveryMs });
  return (
    <PlacePage
      pages={devicesPages}
      hidden={mayEdit ? null : "/devices/import"}
      counts={{ "/devices/provisioning": data?.waiting }}
      {...props}
    />
  );
}
