import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import { Card } from "../../ui/card.tsx";
import { inheritLabel } from "../../ui/inherit-choice.ts";
import type { DeviceFields } from "../device/settings/device-fields.ts";
import type { Device } from "../device/use-device.ts";
import { offlineText, ruleText } from "./expectation-words.ts";
import { IntervalField } from "./interval-field.tsx";
import { SilenceAlarmField, silenceAlarmWords } from "./silence-alarm-field.tsx";

/** How often a device is expected to send, and what happens when it does not. */
export function DeviceExpectationCard({
  device,
  fields,
  onChange,
}: {
  readonly device: Device;
  readonly fields: DeviceFields;
  readonly onChange: (change: Partial<DeviceFields>) => void;
}) {
  const { expectation } = device;
  const wanted = fields.expected_interval_s;
  const isAsSaved = wanted === device.expected_interval_s;
  return (
    <Card title="Online status">
      <div className="flex max-w-xl flex-col gap-4">
        <IntervalField
          intervalS={wanted}
          automatic="Automatic"
          hint={isAsSaved ? ruleText(expectation) : previewText(wanted)}
          onChange={(expected_interval_s) => onChange({ expected_interval_s })}
        />
        <SilenceAlarmField
          alarm={fields.silence_alarm}
          inherited={inheritedAlarmText(device)}
          onChange={(silence_alarm) => onChange({ silence_alarm })}
        />
      </div>
    </Card>
  );
}

/** The inherited setting is known only while the device has no alarm setting of its own. */
function inheritedAlarmText({ expectation: { silence_alarm, silence_alarm_source } }: Device): string {
  return inheritLabel(silence_alarm_source === "device" ? undefined : silenceAlarmWords[silence_alarm]);
}

function previewText(wantedS: number | null): string {
  if (wantedS === null) {
    return "Uses the interval of the group or the account, or learns it from the device’s requests.";
  }
  return Number.isNaN(wantedS) ? "Enter a number." : offlineText(offlineAfterMs(wantedS * 1000) / 1000);
}
