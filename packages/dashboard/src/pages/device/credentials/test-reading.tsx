import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../../../api/client.ts";
import { countText } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { useSensorLooks } from "../sensor-looks.ts";
import type { Device, Sensor } from "../use-device.ts";
import { sendTestReading } from "./send-test-reading.ts";
import { firstUseEndsOld, type ShownToken } from "./shown-token.ts";
import { TestAnswer } from "./test-answer.tsx";

/** Sends a reading as the device would, and watches it arrive. */
export function TestReading({
  device,
  sensors,
  isEverySensor,
  shown,
  onShown,
}: {
  readonly device: Device;
  readonly sensors: readonly Sensor[];
  /** Whether the device has no others. */
  readonly isEverySensor: boolean;
  /** Null while nobody has asked for the token. */
  readonly shown: ShownToken | null;
  readonly onShown: (shown: ShownToken) => void;
}) {
  const [chosen, setChosen] = useState("");
  const [value, setValue] = useState("21.5");
  const lookOf = useSensorLooks();
  const sensor = sensors.find(({ uuid }) => uuid === chosen) ?? sensors[0]!;
  const { unit } = lookOf(sensor);
  const sent = useMutation({
    mutationFn: async () => {
      const known = shown ?? (await call("showToken", { params: { device: device.uuid } }));
      onShown(known);
      // Whoever did not know that the old token would end is told first, and sends again if that is meant.
      if (shown === null && firstUseEndsOld(known)) return null;
      const answer = await sendTestReading({ device, sensor, token: known.token, value: Number(value) });
      if (firstUseEndsOld(known)) onShown({ ...known, previous: null });
      return answer;
    },
  });
  const isWrong = value.trim() === "" || !Number.isFinite(Number(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) sent.mutate();
  };
  return (
    <Card title="Send a test reading">
      <div className="flex flex-col gap-4">
        <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
          <SelectField
            label="Sensor"
            className="max-w-full max-sm:w-full"
            value={sensor.uuid}
            hint={isEverySensor ? undefined : `The first ${countText(sensors.length)} of them`}
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
            Send
          </Button>
        </form>
        <p className="text-sm text-muted">
          A real reading, sent to the device API with the device's own token and marked with{" "}
          <code className="font-mono">"test": true</code>.
          {shown === null && " The token is looked up for it, which is written to the audit log."}
        </p>
        {shown !== null && firstUseEndsOld(shown) && (
          <Note tone="warn">
            The device may still have its old token. Sending counts as the first use of the new one: the old
            one stops working at once.
          </Note>
        )}
        <FormError error={sent.error} />
        {sent.data != null && (
          <TestAnswer key={sent.submittedAt} answer={sent.data} sentAtMs={sent.submittedAt} />
        )}
      </div>
    </Card>
  );
}
