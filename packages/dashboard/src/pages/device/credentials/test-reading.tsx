import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useChange } from "../../../api/change.ts";
import { isProblem } from "../../../api/problem.ts";
import { countText } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { useSensorLooks } from "../sensor-looks.ts";
import type { Device, Sensor } from "../use-device.ts";
import { TestAnswer } from "./test-answer.tsx";

/** Lets the server send a reading as the device would, and watches it arrive. The page never gets the token. */
export function TestReading({
  device,
  sensors,
  isEverySensor,
}: {
  readonly device: Device;
  readonly sensors: readonly Sensor[];
  /** Whether the device has no other readings. */
  readonly isEverySensor: boolean;
}) {
  const [chosen, setChosen] = useState("");
  const [value, setValue] = useState("21.5");
  const lookOf = useSensorLooks();
  const sensor = sensors.find(({ uuid }) => uuid === chosen) ?? sensors[0]!;
  const { unit } = lookOf(sensor);
  const sent = useChange("sendTestReading", { quiet: true });
  // Sending would end the old token. A person who did not know this is told first, and can send again.
  const wouldEndOldToken = isProblem(sent.error, "old_token_in_use");
  const isWrong = value.trim() === "" || !Number.isFinite(Number(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const body = { sensor: sensor.uuid, value: Number(value), ends_old_token: wouldEndOldToken };
    sent.mutate({ params: { device: device.uuid }, body });
  };
  return (
    <Card title="Send a test reading">
      <div className="flex flex-col gap-4">
        <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
          <SelectField
            label="Sensor"
            className="max-w-full max-sm:w-full"
            value={sensor.uuid}
            hint={isEverySensor ? undefined : `First ${countText(sensors.length)} sensors`}
            choices={sensors.map(({ uuid, name, slug }) => ({ value: uuid, label: `${name} (${slug})` }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <TextField
            label={unit === null ? "Value" : `Value in ${unit}`}
            className="w-32 max-sm:w-full"
            inputMode="decimal"
            value={value}
            error={isWrong ? "A number" : undefined}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button
            type="submit"
            look="primary"
            className="sm:mt-6"
            isBusy={sent.isPending}
            disabled={isWrong}
            icon={<Send size={15} aria-hidden />}
          >
            {wouldEndOldToken ? "Send anyway" : "Send"}
          </Button>
        </form>
        <p className="text-sm text-muted">
          The server sends a real reading for the device and marks it with{" "}
          <code className="font-mono">"test": true</code>. The token stays hidden. Test readings are recorded
          in the audit log.
        </p>
        {wouldEndOldToken ? (
          <Note tone="warn">
            The device may still be using its old token. Sending counts as the first use of the new token, so
            the old one stops working immediately.
          </Note>
        ) : (
          <FormError error={sent.error} />
        )}
        {sent.data !== undefined && (
          <TestAnswer key={sent.submittedAt} answer={sent.data} sentAtMs={sent.submittedAt} />
        )}
      </div>
    </Card>
  );
}
