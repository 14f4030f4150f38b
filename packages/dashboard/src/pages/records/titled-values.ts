import { type AlarmValueName, alarmValueList } from "@weir/protocol/manage/alarm-values";

interface TitledValue {
  readonly title: string;
  readonly value: number;
}

/** The values of an alarm that are shown by a name of their own. */
export function titledValues(alarm: Readonly<Record<AlarmValueName, number | null>>): TitledValue[] {
  return alarmValueList.flatMap(({ name, title }) => {
    const value = alarm[name];
    return title === undefined || value === null ? [] : [{ title, value }];
  });
}
