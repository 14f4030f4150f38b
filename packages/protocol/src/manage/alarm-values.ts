/** A value that readings gave an alarm, and where people see it. */
interface AlarmValue {
  /** Besides its name, in the documentation of the API. */
  readonly about?: string;
  /** The column of the command line's list. */
  readonly column?: string;
  /** What it is called on the page of the alarm and in the list of alarms. */
  readonly title?: string;
  /** What precedes it in notifications. With this, every change of an alarm tells it, on the live stream too. */
  readonly told?: string;
}

/** The values of readings that an alarm has. JSON, documentation, commands, pages and notifications derive from them. */
const alarmValues = {
  raised_value: {},
  last_value: { column: "Last value" },
  worst_value: {
    about:
      "The value farthest beyond the limit of its alert rule while it was active. Null for alarms of chains and of rules without a limit for values (`rate`, `unchanged`, `silent`), and if it was raised by an earlier version.",
    column: "Worst value",
    title: "Worst value",
    told: "worst value",
  },
} as const satisfies Readonly<Record<string, AlarmValue>>;

export type AlarmValueName = keyof typeof alarmValues;

type ToldName = {
  [Name in AlarmValueName]: (typeof alarmValues)[Name] extends { readonly told: string } ? Name : never;
}[AlarmValueName];

/** The values that are told with every change of an alarm. Null if the alarm has none. */
export type ToldAlarmValues = { readonly [Name in ToldName]: number | null };

export const alarmValueList: readonly (AlarmValue & { readonly name: AlarmValueName })[] = Object.entries(
  alarmValues,
).map(([name, value]) => ({ ...value, name: name as AlarmValueName }));

const toldNames = alarmValueList.flatMap(({ name, told }) => (told === undefined ? [] : [name]));

export const noToldValues = Object.fromEntries(toldNames.map((name) => [name, null])) as ToldAlarmValues;

/** The values that are told, of whatever has them. */
export function toldValuesOf(values: ToldAlarmValues): ToldAlarmValues {
  const all: Partial<Record<AlarmValueName, number | null>> = values;
  return Object.fromEntries(toldNames.map((name) => [name, all[name] ?? null])) as ToldAlarmValues;
}

/** The told values in words, without those that are missing or the same as `value`, which is told anyway. */
export function toldInWords(values: {
  readonly value: number | null;
  readonly [told: `${string}_value`]: number | null;
}): readonly string[] {
  return alarmValueList.flatMap(({ name, told }) => {
    const value = values[name] ?? null;
    return told === undefined || value === null || value === values.value ? [] : [`${told} ${value}`];
  });
}
