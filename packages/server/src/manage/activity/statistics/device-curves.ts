import type { ControlReader } from "../../../control/control.ts";
import { deviceIdsByUuid } from "../../../control/devices/device-ids.ts";
import type { StatisticsQueries } from "../../../store/statistics/statistics-queries.ts";
import { lastDayEdges } from "./statistics-range.ts";

/** What a device list draws for each device: its rate, and its last day by the hour. */
interface DeviceCurves {
  readonly fromMs: number;
  readonly bucketS: number;
  readonly curves: readonly {
    readonly uuid: string;
    readonly perMinute: number;
    /** The last 24 hours, as in the device's own statistics. */
    readonly total: number;
    readonly accepted: readonly number[];
  }[];
}

/** For the existing devices, each once, in the requested order. Within an account, devices of others are unknown. */
export async function deviceCurves(
  control: ControlReader,
  statistics: StatisticsQueries,
  uuids: readonly string[],
  nowMs: number,
): Promise<DeviceCurves> {
  const ids = await deviceIdsByUuid(control, uuids);
  const edgesMs = lastDayEdges(nowMs);
  const rates = await statistics.perMinuteOf([...ids.values()], nowMs);
  const accepted = await statistics.acceptedOf([...ids.values()], edgesMs);
  const none = Array.from({ length: edgesMs.length - 1 }, () => 0);
  const curves = [...new Set(uuids)].flatMap((uuid) => {
    const id = ids.get(uuid);
    if (id === undefined) return [];
    const counts = accepted.get(id) ?? none;
    const total = counts.reduce((sum, count) => sum + count, 0);
    return [{ uuid, perMinute: rates.get(id) ?? 0, total, accepted: counts }];
  });
  return { fromMs: edgesMs[0]!, bucketS: (edgesMs[1]! - edgesMs[0]!) / 1000, curves };
}
