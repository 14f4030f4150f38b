import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SaveBar } from "../../ui/save-bar.tsx";
import { FormError } from "../../ui/states.tsx";
import { useUnsaved } from "../../ui/use-unsaved.tsx";
import { DeletionWarning } from "../retention/deletion-warning.tsx";
import { isKeepable, KeepField } from "../retention/keep-field.tsx";
import { isShorter, keptPhrase, keptSaid } from "../retention/kept-text.ts";
import { SensorRetentionCard } from "./sensor-retention-card.tsx";

export function RetentionSection() {
  const mayChange = useMay("owner");
  const retention = useCall("showAccountRetention", {});
  return (
    <>
      <p className="text-sm text-muted">
        How long readings are kept. Older readings are permanently deleted within about an hour.
      </p>
      <Card title="All sensors">
        <Loaded result={retention} shape="form">
          {({ days }) =>
            mayChange ? (
              <AccountRetention key={days} days={days} />
            ) : (
              <p className="text-sm">
                Readings are kept <strong>{keptPhrase(days)}</strong>.{" "}
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
    said: (answer) => keptSaid("Readings", answer.days, days),
    undo: () => () => call("setAccountRetention", { body: { days } }),
  });
  const save = () => set.mutate({ body: { days: wanted } });
  const unsaved = wanted === days ? [] : ["how long readings are kept"];
  const { question } = useUnsaved(set.isSuccess ? [] : unsaved);
  return (
    <Form
      onSubmit={() => {
        if (isShorter(wanted, days)) setIsAsked(true);
        else save();
      }}
    >
      {question}
      <KeepField label="Keep readings" keep={wanted} onChange={setWanted} />
      <p className="text-sm text-muted">Sensors with their own setting keep it.</p>
      <FormError error={set.error} />
      <SaveBar
        unsaved={unsaved}
        isBusy={set.isPending}
        isComplete={isKeepable(wanted)}
        onDiscard={() => setWanted(days)}
      />
      {isAsked && wanted !== null && (
        <Confirm
          isOpen
          onClose={() => setIsAsked(false)}
          title="Delete older readings?"
          action="Delete older readings"
          typed="delete"
          onConfirm={() => {
            setIsAsked(false);
            save();
          }}
        >
          <DeletionWarning days={wanted} before={days} />
        </Confirm>
      )}
    </Form>
  );
}
