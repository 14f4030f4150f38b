import type { Theme, TimeFormat } from "@weir/protocol/closed-sets";
import type { Preferences } from "@weir/protocol/manage/preferences";
import { changePreferences } from "../../app/preferences.ts";
import type { Session } from "../../app/session.tsx";
import { exactTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { choicesOf, SelectField } from "../../ui/field.tsx";
import { TimeZoneChoice } from "./time-zone-choice.tsx";

const timeFormatLabels: Readonly<Record<TimeFormat, string>> = {
  auto: "Automatic, by language",
  "12h": "12-hour, 2:30 PM",
  "24h": "24-hour, 14:30",
};

const themeLabels: Readonly<Record<Theme, string>> = { system: "Match system", light: "Light", dark: "Dark" };

/** How times and colours are shown to this person. Each choice is saved at once. */
export function PreferencesCard({ user }: Pick<Session, "user">) {
  const { time_zone, time_format, theme } = user.preferences;
  return (
    <Card title="Preferences">
      <div className="flex max-w-md flex-col gap-4">
        <TimeZoneChoice
          timeZone={time_zone}
          onChoose={(chosen) => void changePreferences({ time_zone: chosen })}
        />
        <SelectField
          label="Time format"
          hint={<>Times are shown like this: {exactTime(Date.now())}</>}
          choices={choicesOf(timeFormatLabels)}
          value={time_format}
          onChange={({ target }) =>
            void changePreferences({ time_format: target.value as Preferences["time_format"] })
          }
        />
        <SelectField
          label="Theme"
          choices={choicesOf(themeLabels)}
          value={theme}
          onChange={({ target }) => void changePreferences({ theme: target.value as Preferences["theme"] })}
        />
        <p className="text-sm text-muted">
          Preferences apply to you in every account and on every device where you sign in.
        </p>
      </div>
    </Card>
  );
}
