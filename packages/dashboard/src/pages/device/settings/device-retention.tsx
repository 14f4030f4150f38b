import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { takeBack } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { refresh, useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { FormError } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { accountChoice, isKeepable, type Keep, KeepField } from "../../retention/keep-field.tsx";
import { keptPhrase } from "../../retention/kept-text.ts";
import type { Device } from "../use-device.ts";

const changedWith = ["showSensorRetention"] as const;

/** Sets how long readings are kept for all sensors of the device at once. Each sensor also has its own setting. */
export function DeviceRetention({ device }: { readonly device: Device }) {
  const mayEdit = useMay("editor");
  const accountDays = useCall("showAccountRetention", {}).data?.days;
  const [keep, setKeep] = useState<Keep>("account");
  const [isAsking, setIsAsking] = useState(false);
  const set = useMutation({
    mutationFn: () => keepAll(device.uuid, keep),
    onSuccess: (before) => {
      void refresh(...changedWith);
      const putBack = () => keepEach(device.uuid, before);
      toast(`Set for ${plural(before.size, "sensor")}`, "ok", () => void takeBack(putBack, changedWith));
    },
    onSettled: () => setIsAsking(false),
  });
  const days = keep === "account" ? accountDays : keep;
  const mayDelete = typeof days === "number";
  return (
    <Card title="How long readings are kept">
      <div className="flex max-w-xl flex-col gap-4">
        <p className="text-sm text-muted">
          {accountDays === undefined ? "" : `The account keeps readings ${keptPhrase(accountDays)}. `}
          Individual sensors can differ: see{" "}
          <Link
            to="/devices/$device/sensors"
            params={{ device: device.uuid }}
            className="text-accent underline"
          >
            Sensors
          </Link>
          {mayEdit ? ". Here you can set all sensors of this device at once." : "."}
        </p>
        {mayEdit && device.sensor_count > 0 && (
          <>
            <KeepField
              label="Keep readings of all sensors"
              keep={keep}
              others={[accountChoice(accountDays)]}
              onChange={setKeep}
            />
            <FormError error={set.error} />
            <div>
              <Button
                isBusy={set.isPending}
                disabled={!isKeepable(keep)}
                onClick={() => (mayDelete ? setIsAsking(true) : set.mutate())}
              >
                Set for {plural(device.sensor_count, "sensor")}
              </Button>
            </div>
            <Confirm
              isOpen={isAsking}
              onClose={() => setIsAsking(false)}
              title={`Keep readings ${keptPhrase(days ?? null)}?`}
              action={`Set for ${plural(device.sensor_count, "sensor")}`}
              isBusy={set.isPending}
              onConfirm={() => set.mutate()}
            >
              Older readings of {device.name} are permanently deleted, starting in a few minutes. Undo doesn’t
              bring back readings that are already deleted.
            </Confirm>
          </>
        )}
      </div>
    </Card>
  );
}

const pageSensors = 1000;

/** The retention of each sensor, by UUID. */
type KeptReadings = ReadonlyMap<string, Keep>;

/** Sets the retention of all sensors of a device, and returns their previous values. */
async function keepAll(device: string, keep: Keep): Promise<KeptReadings> {
  const before = new Map<string, Keep>();
  let cursor: string | undefined;
  do {
    const page = await call("listSensors", { params: { device }, query: { limit: pageSensors, cursor } });
    for (const { uuid } of page.items) {
      const params = { device, sensor: uuid };
      before.set(uuid, (await call("showSensorRetention", { params })).own);
      await call("setSensorRetention", { params, body: { days: keep } });
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return before;
}

/** One request at a time, so that a device with thousands of sensors does not flood the server. */
async function keepEach(device: string, kept: KeptReadings): Promise<void> {
  for (const [sensor, days] of kept)
    await call("setSensorRetention", { params: { device, sensor }, body: { days } });
}
