import type { CallAnswer } from "../../api/route-types.ts";

export type AlarmPage = CallAnswer<"listAlarms">;

/** Alarms of one name and severity: one thing to look at, however many devices have it. */
export interface AlarmKind {
  readonly newest: AlarmPage["items"][number];
  readonly devices: number;
  /** Whether there may be more of them on the pages that were not asked for. */
  readonly isPartial: boolean;
}

/** What alarms have in common, in the order in which they are given. There is a page for each severity. */
export function alarmKinds(pages: readonly AlarmPage[]): readonly AlarmKind[] {
  return pages.flatMap(({ items, next }) =>
    [...Map.groupBy(items, ({ name }) => name).values()].map((alike) => ({
      newest: alike[0]!,
      devices: new Set(alike.map(({ device }) => device?.uuid)).size,
      isPartial: next !== null,
    })),
  );
}
