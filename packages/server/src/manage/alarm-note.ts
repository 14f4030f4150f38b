import type { AlarmAction, AlarmChange } from "./alarms.ts";

/** What the audit log says of alarms that somebody changed. */
export interface AlarmNote {
  readonly action: `alarm.${AlarmAction}`;
  readonly subjectKind: "alarm";
  /** The id of one, or how many. */
  readonly subject: string;
  readonly before: { readonly state: readonly string[] };
  readonly after: {
    readonly state: readonly string[];
    readonly names: readonly string[];
    /** Their ids. */
    readonly alarms: readonly number[];
    /** UUIDs of those that they are about and that are still there. */
    readonly devices: readonly string[];
  };
}

/** With a hundred ids and UUIDs so many names, each of the longest, still fit an entry. */
const namesMax = 20;

/** One entry, however many have changed; null where none has. */
export function noteOfAlarms(action: AlarmAction, changes: readonly AlarmChange[]): AlarmNote | null {
  const changed = changes.filter(({ hasChanged }) => hasChanged);
  if (changed.length === 0) return null;
  const alarms = changed.map(({ alarm }) => alarm);
  return {
    action: `alarm.${action}`,
    subjectKind: "alarm",
    subject: alarms.length === 1 ? String(alarms[0]!.id) : `${alarms.length} alarms`,
    before: { state: unique(changed.map(({ before }) => before.state)) },
    after: {
      state: unique(alarms.map(({ state }) => state)),
      names: unique(alarms.map(({ name }) => name)).slice(0, namesMax),
      alarms: alarms.map(({ id }) => id),
      devices: unique(alarms.flatMap(({ origin }) => origin.device?.uuid ?? [])),
    },
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
