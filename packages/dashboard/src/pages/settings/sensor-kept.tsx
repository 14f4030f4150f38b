import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Select } from "../../ui/field.tsx";
import { DeletionWarning } from "./deletion-warning.tsx";
import { isShorter, keptSaid, keptText } from "./kept-text.ts";

type Setting = CallAnswer<"showSensorRetention">["own"];

/** What was chosen, and how many days that makes. */
interface Shortening {
  readonly setting: Setting;
  readonly days: number;
}

export interface KeptSensor {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string;
}

const usual: readonly (number | null)[] = [7, 30, 90, 365, 730, 1825, null];

/** How long readings of one sensor are kept; a choice for whoever may change it. */
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
  const save = (setting: Setting) => set.mutate({ params, body: { days: setting } });
  const choose = (setting: Setting) => {
    const days = setting === "account" ? (accountDays ?? null) : setting;
    if (days !== null && isShorter(days, keptNow)) setAsked({ setting, days });
    else save(setting);
  };
  const lengths = own === undefined || own === "account" || usual.includes(own) ? usual : [own, ...usual];
  const choices = [
    { value: "account", label: accountDays === undefined ? "Default" : `Default (${keptText(accountDays)})` },
    ...lengths.map((length) => ({ value: String(length), label: keptText(length) })),
  ];
  const ownText = own === undefined ? "…" : own === "account" ? choices[0]!.label : keptText(own);
  return (
    <>
      {mayChange && own !== undefined ? (
        <Select
          aria-label={`Keep readings of ${sensor.name}`}
          className="w-44!"
          choices={choices}
          value={String(own)}
          disabled={set.isPending}
          onChange={({ target: { value } }) => choose(settingOf(value))}
        />
      ) : (
        ownText
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

function settingOf(value: string): Setting {
  if (value === "account") return value;
  return value === "null" ? null : Number(value);
}
