import type { statisticsRoutes } from "@weir/protocol/manage/statistics-routes";
import { formatMicros } from "../../../platform/instant.ts";
import type { StatisticsScope } from "../../../store/statistics/statistics-queries.ts";
import { badField } from "../../../web/bad-field.ts";
import { readRange } from "../../../web/reading-range.ts";
import type { AccountContext } from "../../core/api-context.ts";
import { findDevice } from "../../core/find-device.ts";
import { getSensor } from "../../core/find-sensor.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { microsOrNull, msOrNull } from "../../core/records/record-values.ts";
import { deviceCurves } from "./device-curves.ts";
import { readStatistics } from "./statistics.ts";
import { statisticsToJson } from "./statistics-json.ts";
import { accountSlots, type CountedSlots, lastDay, sensorSlots } from "./statistics-range.ts";

export const statisticsHandlers: HandlersOf<typeof statisticsRoutes> = {
  async showStatistics(context, { query }) {
    const { account, activity, statistics } = context;
    const shown = await show(context, { accountId: account.id }, accountSlots, query);
    if (!shown.ok) return shown;
    // There is no last time for all devices together, so it is that of the last recorded request that was accepted.
    const requests = await activity.requests({ accountId: account.id, limit: lookedThrough });
    const lastSeen = requests.find(({ status }) => status !== 401 && status !== 429);
    const refused = { refused_requests: await statistics.refused(account.id, shown.fromMs, shown.toMs) };
    return succeed({ ...shown.value, ...refused, last_seen: msOrNull(lastSeen?.arrivalMs ?? null) });
  },

  async showDeviceStatistics(context, { params, query }) {
    const { control, connections, readings } = context;
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const deviceId = device.value.id;
    const shown = await show(context, { deviceId }, sensorSlots, query);
    if (!shown.ok) return shown;
    const known = (await connections.connectionsOf([deviceId])).get(deviceId);
    const lastSeen = msOrNull(known?.lastConnectedMs ?? null);
    const clock = { clock_offset_ms: await readings.clockOffsetMs(deviceId) };
    return succeed({ ...shown.value, last_seen: lastSeen, ...clock });
  },

  async showSensorStatistics(context, { params, query }) {
    const { control, readings } = context;
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const sensor = await getSensor(control, params.device, params.sensor);
    if (!sensor.ok) return sensor;
    const scope = { deviceId: device.value.id, sensorId: sensor.value.id };
    const shown = await show(context, scope, sensorSlots, query);
    if (!shown.ok) return shown;
    const { id } = sensor.value;
    const lastSeen = microsOrNull((await readings.latestOf([id])).get(id)?.receivedUs ?? null);
    return succeed({ ...shown.value, last_seen: lastSeen });
  },

  async listDeviceStatistics({ control, statistics, clock, recentActivity }, { query }) {
    await recentActivity.flush();
    const { fromMs, bucketS, curves } = await deviceCurves(control, statistics, query.devices, clock.nowMs());
    const items = curves.map(({ uuid, perMinute, total, accepted }) => ({
      device: uuid,
      readings_per_minute: perMinute,
      accepted_total: total,
      accepted: [...accepted],
    }));
    return succeed({ from: formatMicros(fromMs * 1000), bucket_s: bucketS, items });
  },
};

/** How many requests are searched for an accepted one. */
const lookedThrough = 50;
const hourMs = 60 * 60 * 1000;

interface StatisticsQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly points: number;
}

async function show(
  context: AccountContext,
  scope: StatisticsScope,
  slots: CountedSlots,
  query: StatisticsQuery,
) {
  const read = readRange(query);
  if (!read.ok) return read;
  const nowMs = context.clock.nowMs();
  const { fromUs, toUs } = read.value;
  const toMs = toUs === null ? nowMs : toUs / 1000;
  const dayBeforeMs = toUs === null ? lastDay(nowMs).fromMs : Math.max(0, toMs - 24 * hourMs);
  const fromMs = fromUs === null ? dayBeforeMs : fromUs / 1000;
  if (fromMs >= toMs) return badField("query.to", "It must be later than from.");
  await context.recentActivity.flush();
  const { points } = query;
  const found = await readStatistics(context.statistics, scope, { fromMs, toMs, slots, points, nowMs });
  return { ok: true as const, fromMs: found.fromMs, toMs: found.toMs, value: statisticsToJson(found) };
}
