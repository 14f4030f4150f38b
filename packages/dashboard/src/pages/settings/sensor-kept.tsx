import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Select } from "../../ui/field.tsx";
import { DeletionWarning } from "../retention/deletion-warning.tsx";
import { accountChoice, type Keep, keepChoices, keepLabel, keepOf } from "../retention/keep-field.tsx";
import { isShorter, keptSaid } from "../retention/kept-text.ts";

/** The choice, and the number of days that it results in. */
interface Shortening {
  readonly setting: Keep;
  readonly days: number;
}

export interface KeptSensor {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string;
}

/** How long readings of one sensor are kept. People who may change it get a choice. */
export function SensorKept({
  device,
  sensor,
  accountDays,
}: {
  readonly device: string;
  readonly sensor: KeptSensor;
  readonly accountDays: number | null | undefined;
}) {
  const mayChange = useMay("editor");
  const params = { device, sensor: sensor.uuid };
  const retention = useCall("showSensorRetention", { params });
  const [asked, setAsked] = useState<Shortening | null>(null);
  const own = retention.data?.own;
  const keptNow = retention.data?.days ?? null;
  const set = useChange("setSensorRetention", {
    refreshes: ["showSensorRetention", "listAudit"],
    said: ({ days }) => keptSaid(`Readings of ${sensor.name}`, days, keptNow),
    undo: () =>
      own === undefined ? null : () => call("setSensorRetention", { params, body: { days: own } }),
    onDone: () => setAsked(null),
  });
  const save = (setting: Keep) => set.mutate({ params, body: { days: setting } });
  const choose = (setting: Keep) => {
    const days = setting === "account" ? (accountDays ?? null) : setting;
    if (days !== null && isShorter(days, keptNow)) setAsked({ setting, days });
    else save(setting);
  };
  const ofAccount = accountChoice(accountDays);
  const usual = keepChoices(ofAccount);
  const isUsual = usual.some(({ value }) => value === String(own));
  return (
    <>
      {mayChange && own !== undefined ? (
        <Select
          aria-label={`Keep readings of ${sensor.name}`}
          className="w-56!"
          choices={
            isUsual
              ? usual
              : [
                  { value: String(own), label: own === "account" ? ofAccount.label : keepLabel(own) },
                  ...usual,
                ]
          }
          value={String(own)}
          disabled={set.isPending}
          onChange={({ target: { value } }) => choose(keepOf(value))}
        />
      ) : own === undefined ? (
        "…"
      ) : (
        keepLabel(keptNow)
      )}
      {asked !== null && (
        <Confirm
          isOpen
          onClose={() => setAsked(null)}
          title={`Delete older readings of ${sensor.name}?`}
          action="Delete older readings"
          typed={sensor.slug}
          isBusy={set.isPending}
          onConfirm={() => save(asked.setting)}
        >
          <DeletionWarning days={asked.days} before={keptNow} />
        </Confirm>
      )}
    </>
  );
}
