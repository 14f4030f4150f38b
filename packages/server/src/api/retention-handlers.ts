import type { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import {
  accountRetention,
  sensorRetention,
  setAccountRetention,
  setSensorRetention,
} from "../manage/retention.ts";
import { audit } from "./audit.ts";
import type { HandlersOf } from "./handler.ts";

export const retentionHandlers: HandlersOf<typeof retentionRoutes> = {
  async showAccountRetention({ control, account }) {
    return { ok: true, value: { days: await accountRetention(control, account.id) } };
  },

  async setAccountRetention(context, { body }) {
    const { account, control } = context;
    const set = await setAccountRetention(control, account.id, body.days);
    if (!set.ok) return set;
    await audit(context, {
      ...{ action: "account.set_retention", subjectKind: "account", subject: account.uuid },
      before: { days: set.value.before },
      after: { days: set.value.after },
    });
    return { ok: true, value: { days: set.value.after } };
  },

  async showSensorRetention({ control }, { params }) {
    const known = await sensorRetention(control, params.device, params.sensor);
    return known.ok ? { ok: true, value: { own: known.value.own, days: known.value.days } } : known;
  },

  async setSensorRetention(context, { params, body }) {
    const set = await setSensorRetention(context.control, params, body.days);
    if (!set.ok) return set;
    const { uuid, before, after } = set.value;
    await audit(context, {
      ...{ action: "sensor.set_retention", subjectKind: "sensor", subject: uuid },
      before: { days: before },
      after: { days: after },
    });
    const known = await sensorRetention(context.control, params.device, uuid);
    return known.ok ? { ok: true, value: { own: known.value.own, days: known.value.days } } : known;
  },
};
