import { guidePath } from "@weir/protocol/docs-page/site-map";
import { Ticket } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { DevicesPlace } from "../../app/places/devices-place.tsx";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Together } from "../../ui/together.tsx";
import { ClaimCodes } from "./claim-codes.tsx";
import { ClaimDeviceDialog } from "./claim-device-dialog.tsx";
import { ProvisioningKeys } from "./provisioning-keys.tsx";
import { WaitingDevices } from "./waiting-devices.tsx";

const againEveryMs = 5000;

/** Devices that create themselves: who waits, and with which keys and codes. */
export function ProvisioningPage() {
  const mayEdit = useMay("editor");
  const [isClaiming, setIsClaiming] = useState(false);
  const { data: keys } = useCall("listProvisioningKeys", {});
  const { data: counts } = useCall("countHardware", {}, { refetchInterval: againEveryMs });
  const hasAsked = counts !== undefined && Object.values(counts).some((count) => count > 0);
  const hasKeys = (keys?.items.length ?? 0) > 0;
  const hasClaims = keys?.items.some(({ admission }) => admission === "claim") ?? false;
  return (
    <DevicesPlace
      to="/devices/provisioning"
      action={
        mayEdit && (
          <Button icon={<Ticket size={15} aria-hidden />} onClick={() => setIsClaiming(true)}>
            Claim a device
          </Button>
        )
      }
    >
      <Together className="flex flex-col gap-5">
        <p className="text-sm text-muted">
          Devices can create themselves on their first start.{" "}
          <a href={guidePath("provisioning")} className="text-accent underline underline-offset-2">
            How provisioning works
          </a>
        </p>
        {(hasKeys || hasAsked) && <WaitingDevices />}
        <ProvisioningKeys />
        {hasClaims && <ClaimCodes />}
      </Together>
      {isClaiming && <ClaimDeviceDialog onClose={() => setIsClaiming(false)} />}
    </DevicesPlace>
  );
}
