import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { refresh, useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { isKeepable, type Keep, KeepField, keepText } from "../sensors/keep-field.tsx";
import type { Device } from "../use-device.ts";

const pageSensors = 1000;

/** How long readings are kept is set for each sensor; here for all of the device at once. */
export function DeviceRetention({ device }: { readonly device: Device }) {
  const mayEdit = useMay("editor");
  const accountDays = useCall("showAccountRetention", {}).data?.days;
  const [keep, setKeep] = useState<Keep>("account");
  const set = useMutation({
    mutationFn: () => keepAll(device.uuid, keep),
    onSuccess: async (count) => {
      await refresh("showSensorRetention");
      toast(`Set for ${plural(count, "sensor")}`);
    },
  });
  return (
    <Card title="How long readings are kept">
      <div className="flex max-w-xl flex-col gap-4">
        <p className="text-sm text-muted">
          {accountDays === undefined
            ? ""
            : `The account keeps readings ${accountDays === null ? "" : "for "}${keepText(accountDays)}. `}
          A sensor may differ: see{" "}
          <Link to={`/devices/${device.uuid}/sensors`} className="text-accent underline">
            Sensors
          </Link>
          {mayEdit ? " for one of them, or set all of this device here." : "."}
        </p>
        {mayEdit && device.sensor_count > 0 && (
          <>
            <KeepField
              label="Keep readings of all sensors"
              keep={keep}
              accountDays={accountDays}
              onChange={setKeep}
            />
            {typeof keep === "number" && (
              <Note tone="warn">Readings that are older are deleted within about an hour, for good.</Note>
            )}
            <FormError error={set.error} />
            <div>
              <Button isBusy={set.isPending} disabled={!isKeepable(keep)} onClick={() => set.mutate()}>
                Set for {plural(device.sensor_count, "sensor")}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

/** One after the other: a device with thousands of sensors should not flood the server. */
async function keepAll(device: string, days: Keep): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await call("listSensors", { params: { device }, query: { limit: pageSensors, cursor } });
    for (const { uuid } of page.items) {
      await call("setSensorRetention", { params: { device, sensor: uuid }, body: { days } });
      count++;
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return count;
}
