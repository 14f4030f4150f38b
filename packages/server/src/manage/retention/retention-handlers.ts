import type { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import type { HandlersOf } from "../../web/handler.ts";
import { accountRetention, sensorRetention, setAccountRetention, setSensorRetention } from "./retention.ts";

export const retentionHandlers: HandlersOf<typeof retentionRoutes> = {
  async showAccountRetention({ control, account }) {
    return { ok: true, value: { days: await accountRetention(control, account.id) } };
  },

  async setAccountRetention({ account, control }, { body }) {
    const set = await setAccountRetention(control, account.id, body.days);
    return set.ok ? { ok: true, value: { days: set.value.after } } : set;
  },

  async showSensorRetention({ control }, { params }) {
    const known = await sensorRetention(control, params.device, params.sensor);
    return known.ok ? { ok: true, value: { own: known.value.own, days: known.value.days } } : known;
  },

  async setSensorRetention({ control }, { params, body }) {
    const set = await setSensorRetention(control, params, body.days);
    if (!set.ok) return set;
    const known = await sensorRetention(control, params.device, set.value.uuid);
    return known.ok ? { ok: true, value: { own: known.value.own, days: known.value.days } } : known;
  },
};
