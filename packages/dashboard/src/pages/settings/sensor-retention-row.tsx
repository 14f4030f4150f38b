import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Td, Tr } from "../../ui/table.tsx";
import { isShorter, keptText } from "./kept-text.ts";

type Setting = CallAnswer<"showSensorRetention">["own"];

const usual: readonly (number | null)[] = [7, 30, 90, 365, 730, 1825, null];

export function SensorRetentionRow({
  device,
  sensor,
  accountDays,
}: {
  readonly device: string;
  readonly sensor: { readonly uuid: string; readonly name: string; readonly slug: string };
  readonly accountDays: number | null | undefined;
}) {
  const mayChange = useMay("editor");
  const params = { device, sensor: sensor.uuid };
  const retention = useCall("showSensorRetention", { params });
  const [asked, setAsked] = useState<{ readonly days: Setting } | null>(null);
  const set = useChange("setSensorRetention", {
    refreshes: ["showSensorRetention", "listAudit"],
    said: ({ days }) => `Readings of ${sensor.name} are kept ${keptText(days)}.`,
  });
  const own = retention.data?.own;
  const save = (days: Setting) => set.mutate({ params, body: { days } });
  const keptNow = retention.data?.days ?? null;
  const choose = (days: Setting) => {
    const next = days === "account" ? (accountDays ?? null) : days;
    if (isShorter(next, keptNow)) setAsked({ days });
    else save(days);
  };
  const lengths = own === undefined || own === "account" || usual.includes(own) ? usual : [own, ...usual];
  const choices = [
    { value: "account", label: accountDays === undefined ? "as all" : `as all (${keptText(accountDays)})` },
    ...lengths.map((length) => ({ value: String(length), label: keptText(length) })),
  ];
  const ownText = own === undefined ? "…" : own === "account" ? choices[0]!.label : keptText(own);
  return (
    <Tr>
      <Td>
        <span className="font-medium">{sensor.name}</span>{" "}
        <code className="font-mono text-muted">{sensor.slug}</code>
      </Td>
      <Td>
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
        <Confirm
          isOpen={asked !== null}
          onClose={() => setAsked(null)}
          title={`Delete older readings of ${sensor.name}?`}
          action="Keep them shorter"
          typed={sensor.slug}
          onConfirm={() => {
            if (asked !== null) save(asked.days);
            setAsked(null);
          }}
        >
          They are kept {keptText(keptNow)} now. What is older than you chose is deleted within about an hour
          and cannot be brought back.
        </Confirm>
      </Td>
    </Tr>
  );
}

function settingOf(value: string): Setting {
  if (value === "account") return value;
  return value === "null" ? null : Number(value);
}
