/** A value that readings gave an alarm, and where people see it. */
interface AlarmValue {
  /** Besides its name, in the documentation of the API. */
  readonly about?: string;
  /** The column of the command line's list. */
  readonly column?: string;
  /** What it is called on the page of the alarm and in the list of alarms. */
  readonly title?: string;
  /** What precedes it in notifications. With this, it comes with every change of an alarm, on the live stream too. */
  readonly notified?: string;
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
    notified: "worst value",
  },
} as const satisfies Readonly<Record<string, AlarmValue>>;

export type AlarmValueName = keyof typeof alarmValues;

type NotifiedName = {
  [Name in AlarmValueName]: (typeof alarmValues)[Name] extends { readonly notified: string } ? Name : never;
}[AlarmValueName];

/** The values that people are notified of with every change of an alarm. Null if the alarm has none. */
export type NotifiedAlarmValues = { readonly [Name in NotifiedName]: number | null };

export const alarmValueList: readonly (AlarmValue & { readonly name: AlarmValueName })[] = Object.entries(
  alarmValues,
).map(([name, value]) => ({ ...value, name: name as AlarmValueName }));

const notifiedNames = alarmValueList.flatMap(({ name, notified }) => (notified === undefined ? [] : [name]));

export const noNotifiedValues = Object.fromEntries(
  notifiedNames.map((name) => [name, null]),
) as NotifiedAlarmValues;

/** The values that people are notified of, taken from whatever has them. */
export function notifiedValuesOf(values: NotifiedAlarmValues): NotifiedAlarmValues {
  const all: Partial<Record<AlarmValueName, number | null>> = values;
  return Object.fromEntries(notifiedNames.map((name) => [name, all[name] ?? null])) as NotifiedAlarmValues;
}

/**
 * What notifications say of these values. Values that are missing are left out, and so are those that are the same as
 * `value`, which every notification has.
 */
export function notifiedInWords(values: {
  readonly value: number | null;
  readonly [name: `${string}_value`]: number | null;
}): readonly string[] {
  return alarmValueList.flatMap(({ name, notified }) => {
    const value = values[name] ?? null;
    return notified === undefined || value === null || value === values.value ? [] : [`${notified} ${value}`];
  });
}
