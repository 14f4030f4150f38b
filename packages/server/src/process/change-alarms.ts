import type { AlarmEventChange } from "@weir/protocol/manage/live-events";
import type { KeptAlarm } from "../store/chain-store.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { ChainRecords } from "./chains/chain-records.ts";
import type { LiveParts } from "./chains/live-host.ts";
import type { AlarmAction, AnswerTo, ChangeAlarms } from "./processor-request.ts";

/** Does to alarms what a person asked for, and tells who watches; the caller has a batch open. */
export function changeAlarms(
  { action, ids, by }: ChangeAlarms,
  chains: ChainDirectory,
  { records, feed, clock }: Pick<LiveParts, "records" | "feed" | "clock">,
): AnswerTo<ChangeAlarms> {
  const nowMs = clock.nowMs();
  const { make, change } = deeds[action];
  const changedIds: number[] = [];
  for (const id of ids) {
    const alarm = records.store.alarm(id);
    if (alarm === null || !make(alarm, records, nowMs, by)) continue;
    changedIds.push(id);
    const source = chains.of(alarm.sensorId)?.source;
    if (source === undefined) continue;
    const { name, severity, message, lastValue } = alarm;
    feed.alarm(source, { name, severity, message }, change, { atUs: nowMs * 1000, value: lastValue });
  }
  return { changedIds };
}

interface Deed {
  readonly change: AlarmEventChange;
  /** Whether there was something to do. */
  readonly make: (alarm: KeptAlarm, records: ChainRecords, nowMs: number, by: string) => boolean;
}

const deeds: Readonly<Record<AlarmAction, Deed>> = {
  acknowledge: {
    change: "acknowledged",
    make: ({ id }, { store }, nowMs, by) => store.acknowledgeAlarm(id, nowMs, by),
  },
  unacknowledge: {
    change: "unacknowledged",
    make: ({ id }, { store }) => store.unacknowledgeAlarm(id),
  },
  clear: {
    change: "cleared",
    // Chains know their alarms by sensor and name. Of those one is active at most, so it is this one.
    make: ({ sensorId, name, isCleared }, { alarms }, nowMs, by) =>
      !isCleared && alarms.clear(sensorId, name, nowMs * 1000, by),
  },
};
