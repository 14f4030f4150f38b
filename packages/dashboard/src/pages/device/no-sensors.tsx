import { Thermometer } from "lucide-react";
import { useMay } from "../../app/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useDeviceUuid } from "./use-device.ts";

/** A device without sensors cannot send anything yet. */
export function NoSensors() {
  const uuid = useDeviceUuid();
  const mayEdit = useMay("editor");
  return (
    <EmptyState
      icon={<Thermometer size={24} />}
      title="No sensors yet"
      {...(mayEdit
        ? {
            action: (
              <ButtonLink
                look="primary"
                to="/devices/$device/sensors"
                params={{ device: uuid }}
                search={{ add: true }}
              >
                Add a sensor
              </ButtonLink>
            ),
          }
        : {})}
    >
      A device sends readings from its sensors. {mayEdit ? "Add the first one." : "Ask an editor to add one."}
    </EmptyState>
  );
}
