import type { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { accountRetention, sensorRetention, setAccountRetention, setSensorRetention } from "./retention.ts";

export const retentionHandlers: HandlersOf<typeof retentionRoutes> = {
  async showAccountRetention({ control, account }) {
    return succeed({ days: await accountRetention(control, account.id) });
  },

  async setAccountRetention({ account, control }, { body }) {
    const set = await setAccountRetention(control, account.id, body.days);
    return set.ok ? succeed({ days: set.value.after }) : set;
  },

  async showSensorRetention({ control }, { params }) {
    const known = await sensorRetention(control, params.device, params.sensor);
    return known.ok ? succeed({ own: known.value.own, days: known.value.days }) : known;
  },

  async setSensorRetention({ control }, { params, body }) {
    const set = await setSensorRetention(control, params, body.days);
    if (!set.ok) return set;
    const known = await sensorRetention(control, params.device, set.value.uuid);
    return known.ok ? succeed({ own: known.value.own, days: known.value.days }) : known;
  },
};
