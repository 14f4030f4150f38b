import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { FormError } from "../../ui/states.tsx";
import { KeptChoice } from "./kept-choice.tsx";
import { isShorter, keptText } from "./kept-text.ts";
import { SensorRetentionCard } from "./sensor-retention-card.tsx";

export function RetentionSection() {
  const mayChange = useMay("owner");
  const retention = useCall("showAccountRetention", {});
  return (
    <>
      <p className="text-sm text-muted">
        How long readings are kept. Those whose time is longer ago are deleted for good, within about an hour.
      </p>
      <Card title="All sensors">
        <Loaded result={retention}>
          {({ days }) =>
            mayChange ? (
              <AccountRetention key={days} days={days} />
            ) : (
              <p className="text-sm">
                Readings are kept <strong>{keptText(days)}</strong>.{" "}
                <span className="text-muted">Owners can change this.</span>
              </p>
            )
          }
        </Loaded>
      </Card>
      <SensorRetentionCard accountDays={retention.data?.days} />
    </>
  );
}

function AccountRetention({ days }: { readonly days: number | null }) {
  const [wanted, setWanted] = useState(days);
  const [isAsked, setIsAsked] = useState(false);
  const set = useChange("setAccountRetention", {
    quiet: true,
    refreshes: ["showAccountRetention", "showSensorRetention", "listAudit"],
    said: (answer) => `Readings are kept ${keptText(answer.days)}.`,
  });
  const save = () => set.mutate({ body: { days: wanted } });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isShorter(wanted, days)) setIsAsked(true);
        else save();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <KeptChoice label="Keep readings" days={wanted} onChange={setWanted} />
        <Button type="submit" look="primary" disabled={wanted === days} isBusy={set.isPending}>
          Save
        </Button>
      </div>
      <FormError error={set.error} />
      <p className="text-sm text-muted">Sensors with a setting of their own keep it.</p>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Delete older readings?"
        action="Keep them shorter"
        typed="delete"
        onConfirm={() => {
          setIsAsked(false);
          save();
        }}
      >
        Readings are kept {keptText(days)} now. From then on it is {keptText(wanted)}: everything older is
        deleted within about an hour and cannot be brought back.
      </Confirm>
    </form>
  );
}
