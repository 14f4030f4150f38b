import type { AlarmChange } from "@weir/protocol/closed-sets";
import type { KeptAlarm } from "../store/alarms/record.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import { notifiedOf } from "./chains/active-alarms.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { HostParts } from "./chains/host-parts.ts";
import type { AlarmSource } from "./live-feed.ts";
import type { AlarmAction, AnswerTo, ChangeAlarms } from "./processor-request.ts";
import type { RequestParts } from "./request-parts.ts";

/** Changes alarms as a person asked, and informs open pages. The caller has a batch open. */
export async function changeAlarms(
  { action, ids, by }: ChangeAlarms,
  chains: ChainDirectory,
  parts: Pick<HostParts, "batch" | "records" | "feed" | "clock"> &
    Pick<RequestParts, "deviceUuid"> & { readonly queries: Pick<OwnerQueries, "alarms"> },
): Promise<AnswerTo<ChangeAlarms>> {
  const { feed, clock, deviceUuid, queries } = parts;
  const nowMs = clock.nowMs();
  const { make, change } = deeds[action];
  const changedIds: number[] = [];
  for (const alarm of await queries.alarms([...new Set(ids)])) {
    if (!make(alarm, parts, nowMs, by)) continue;
    changedIds.push(alarm.id);
    const source = sourceOf(alarm);
    if (source === null) continue;
    const { name, severity, message, lastValue } = alarm;
    const at = { atUs: nowMs * 1000, value: lastValue, ...notifiedOf(alarm) };
    feed.alarm(source, { name, severity, message }, change, at);
  }
  return { changedIds };

  function sourceOf({ accountId, deviceId, sensorId }: KeptAlarm): AlarmSource | null {
    if (sensorId !== null) return chains.of(sensorId)?.source ?? null;
    const uuid = deviceUuid(deviceId);
    return uuid === null ? null : { accountId, device: { uuid }, sensor: null };
  }
}

interface Deed {
  readonly change: AlarmChange;
  /** Returns whether there was something to do. */
  readonly make: (
    alarm: KeptAlarm,
    parts: Pick<HostParts, "batch" | "records">,
    nowMs: number,
    by: string,
  ) => boolean;
}

const deeds: Readonly<Record<AlarmAction, Deed>> = {
  acknowledge: {
    change: "acknowledged",
    make: ({ id, isAcknowledged }, { batch }, nowMs, by) => {
      if (isAcknowledged) return false;
      batch.alarms.push({ kind: "acknowledged", id, acknowledgedMs: nowMs, acknowledgedBy: by });
      return true;
    },
  },
  unacknowledge: {
    change: "unacknowledged",
    // A cleared alarm stays as it is.
    make: ({ id, isAcknowledged, isCleared }, { batch }) => {
      if (!isAcknowledged || isCleared) return false;
      batch.alarms.push({ kind: "unacknowledged", id });
      return true;
    },
  },
  clear: {
    change: "cleared",
    // Chains know their alarms by sensor and name, rules by sensor. At most one of these is active, so it is this one.
    make: (alarm, { batch, records }, nowMs, by) => {
      const { id, sensorId, name, ruleId, isCleared } = alarm;
      if (isCleared) return false;
      const clearing = { clearedUs: nowMs * 1000, clearedBy: by };
      if (sensorId !== null) return records.alarms.clear(sensorId, { name, ruleId }, clearing) !== null;
      batch.alarms.push({ kind: "cleared", id, ...clearing });
      records.listener.heardAgain(id, { ...alarm, clearedUs: nowMs * 1000 });
      return true;
    },
  },
};
