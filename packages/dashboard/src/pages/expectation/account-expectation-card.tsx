import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SaveBar } from "../../ui/save-bar.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { useUnsaved } from "../../ui/use-unsaved.tsx";
import { everyText, offlineText } from "./expectation-words.ts";
import { IntervalField } from "./interval-field.tsx";
import { SilenceAlarmField, silenceAlarmWords } from "./silence-alarm-field.tsx";

type AccountExpectation = CallAnswer<"showAccountExpectation">;

/** The expectation for devices without their own setting, whose group has none either. */
export function AccountExpectationCard() {
  const mayChange = useMay("owner");
  const shown = useCall("showAccountExpectation", {});
  return (
    <Card title="Online status of devices">
      <Loaded result={shown} shape="form">
        {(expectation) =>
          mayChange ? (
            <ExpectationForm key={JSON.stringify(expectation)} before={expectation} />
          ) : (
            <p className="text-sm">
              {summary(expectation)} <span className="text-muted">Owners can change this.</span>
            </p>
          )
        }
      </Loaded>
    </Card>
  );
}

function ExpectationForm({ before }: { readonly before: AccountExpectation }) {
  const set = useChange("updateAccountExpectation", {
    quiet: true,
    refreshes: [
      "showAccountExpectation",
      "showDevice",
      "listDevices",
      "countDevices",
      "listDeviceGroups",
      "listAudit",
    ],
    said: "Saved.",
    undo: () => () => call("updateAccountExpectation", { body: before }),
  });
  const form = useFields(before, set);
  const wanted = form.values;
  const isOtherInterval = wanted.expected_interval_s !== before.expected_interval_s;
  const isOtherAlarm = (wanted.silence_alarm ?? "off") !== (before.silence_alarm ?? "off");
  const unsaved = [
    ...(isOtherInterval ? ["expected interval"] : []),
    ...(isOtherAlarm ? ["alarm when silent"] : []),
  ];
  const { question } = useUnsaved(set.isSuccess ? [] : unsaved);
  return (
    <Form className="flex max-w-xl flex-col gap-4" onSubmit={() => set.mutate({ body: wanted })}>
      {question}
      <p className="text-sm text-muted">
        Applies to devices without an interval of their own or of their group. A device is offline after three
        intervals without a request, but at the earliest after one minute.
      </p>
      <IntervalField
        intervalS={wanted.expected_interval_s}
        automatic="Learned"
        hint={hintOf(wanted.expected_interval_s)}
        onChange={(expected_interval_s) => form.set({ expected_interval_s })}
      />
      <SilenceAlarmField
        alarm={wanted.silence_alarm}
        inherited={null}
        onChange={(silence_alarm) => form.set({ silence_alarm })}
      />
      <FormFault {...form.saving} />
      <SaveBar unsaved={unsaved} isBusy={set.isPending} onDiscard={() => form.set(before)} />
    </Form>
  );
}

function hintOf(intervalS: number | null): string {
  if (intervalS === null) {
    return "Learned from the pauses between a device’s requests. Until it is known, a device is offline after 10 minutes without a request.";
  }
  return Number.isNaN(intervalS) ? "Enter a number." : offlineText(offlineAfterMs(intervalS * 1000) / 1000);
}

function summary({ expected_interval_s, silence_alarm }: AccountExpectation): string {
  const interval =
    expected_interval_s === null
      ? "The interval is learned for each device."
      : `Devices are expected ${everyText(expected_interval_s)}.`;
  return `${interval} Alarm when silent: ${silenceAlarmWords[silence_alarm ?? "off"].toLowerCase()}.`;
}
