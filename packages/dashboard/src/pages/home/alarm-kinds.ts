import type { CallAnswer } from "../../api/route-types.ts";

export type AlarmPage = CallAnswer<"listAlarms">;

/** Alarms with the same name and severity: one problem, however many devices have it. */
export interface AlarmKind {
  readonly newest: AlarmPage["items"][number];
  readonly devices: number;
  /** Whether there may be more of them on pages that were not loaded. */
  readonly isPartial: boolean;
}

/** Groups alarms by name, in the given order. There is one page for each severity. */
export function alarmKinds(pages: readonly AlarmPage[]): readonly AlarmKind[] {
  return pages.flatMap(({ items, next }) =>
    [...Map.groupBy(items, ({ name }) => name).values()].map((alike) => ({
      newest: alike[0]!,
      devices: new Set(alike.map(({ device }) => device?.uuid)).size,
      isPartial: next !== null,
    })),
  );
}
