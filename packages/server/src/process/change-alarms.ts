import type { AlarmEventChange } from "@weir/protocol/manage/live-events";
import type { KeptAlarm } from "../store/chain-store.ts";
import type { RequestParts } from "./answer-request.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { ChainRecords } from "./chains/chain-records.ts";
import type { LiveParts } from "./chains/live-host.ts";
import type { AlarmSource } from "./live-feed.ts";
import type { AlarmAction, AnswerTo, ChangeAlarms } from "./processor-request.ts";

/** Does to alarms what a person asked for, and tells who watches; the caller has a batch open. */
export function changeAlarms(
  { action, ids, by }: ChangeAlarms,
  chains: ChainDirectory,
  {
    records,
    feed,
    clock,
    deviceUuid,
  }: Pick<LiveParts, "records" | "feed" | "clock"> & Pick<RequestParts, "deviceUuid">,
): AnswerTo<ChangeAlarms> {
  const nowMs = clock.nowMs();
  const { make, change } = deeds[action];
  const changedIds: number[] = [];
  for (const id of ids) {
    const alarm = records.store.alarm(id);
    if (alarm === null || !make(alarm, records, nowMs, by)) continue;
    changedIds.push(id);
    const source = sourceOf(alarm);
    if (source === null) continue;
    const { name, severity, message, lastValue } = alarm;
    feed.alarm(source, { name, severity, message }, change, { atUs: nowMs * 1000, value: lastValue });
  }
  return { changedIds };

  function sourceOf({ accountId, deviceId, sensorId }: KeptAlarm): AlarmSource | null {
    if (sensorId !== null) return chains.of(sensorId)?.source ?? null;
    const uuid = deviceUuid(deviceId);
    return uuid === null ? null : { accountId, device: { uuid }, sensor: null };
  }
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
    make: ({ id, sensorId, name, isCleared }, { alarms, store }, nowMs, by) => {
      if (isCleared) return false;
      if (sensorId !== null) return alarms.clear(sensorId, name, nowMs * 1000, by);
      store.clearAlarm(id, nowMs * 1000, by);
      return true;
    },
  },
};
