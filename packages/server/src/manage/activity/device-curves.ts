import type { StatisticsQueries } from "../../store/statistics-queries.ts";
import type { ControlReader } from "../control-store.ts";
import { lastDayEdges } from "./statistics-range.ts";

/** What lists of devices draw beside each: its rate, and its last day. */
export interface DeviceCurves {
  readonly fromMs: number;
  readonly bucketS: number;
  readonly curves: readonly {
    readonly uuid: string;
    readonly perMinute: number;
    readonly accepted: readonly number[];
  }[];
}

/** Of those devices that there are, each once, in the order asked for. Within an account, others' are unknown. */
export async function deviceCurves(
  { db, accountId }: ControlReader,
  statistics: StatisticsQueries,
  uuids: readonly string[],
  nowMs: number,
): Promise<DeviceCurves> {
  const wanted = db.selectFrom("devices").select(["id", "uuid"]).where("uuid", "in", uuids);
  const rows = await (accountId === null ? wanted : wanted.where("account_id", "=", accountId)).execute();
  const ids = new Map(rows.map(({ id, uuid }) => [uuid, id]));
  const edgesMs = lastDayEdges(nowMs);
  const rates = statistics.perMinuteOf([...ids.values()], nowMs);
  const accepted = statistics.acceptedOf([...ids.values()], edgesMs);
  const none = Array.from({ length: edgesMs.length - 1 }, () => 0);
  const curves = [...new Set(uuids)].flatMap((uuid) => {
    const id = ids.get(uuid);
    if (id === undefined) return [];
    return [{ uuid, perMinute: rates.get(id) ?? 0, accepted: accepted.get(id) ?? none }];
  });
  return { fromMs: edgesMs[0]!, bucketS: (edgesMs[1]! - edgesMs[0]!) / 1000, curves };
}
