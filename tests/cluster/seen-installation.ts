import { BrowserSession } from "../api/browser-session.ts";
import type { FilledInstallation } from "./filled-installation.ts";

/** What the API shows of an installation, as far as it does not change with time. */
export interface SeenInstallation {
  /** By sensor slug, the oldest first. */
  readonly readings: Readonly<Record<string, readonly object[]>>;
  readonly lists: Readonly<Record<string, readonly object[]>>;
  /** The newest first. Showing tokens and secrets adds entries. */
  readonly audit: readonly object[];
  /** The outcome of each request, the newest first. */
  readonly requests: readonly object[];
  /** Totals of readings that were not accepted. */
  readonly counted: { readonly duplicates: number; readonly rejected: Readonly<Record<string, number>> };
  readonly secret: string;
  readonly token: string;
}

/** Lists of the first account, and the fields that change by themselves. */
const lists = {
  alarms: [],
  "dead-letters": [],
  outbox: ["tries", "due_at", "next_try_at", "last_error"],
  "device-groups": ["devices"],
  "sensor-types": [],
  boards: [],
  charts: [],
  "device-filters": [],
  "alert-rules": [],
  templates: [],
  channels: [],
  "notification-rules": [],
  "api-keys": ["last_used_at"],
  invitations: [],
  members: [],
  chains: ["readings"],
} as const;

// biome-ignore lint/suspicious/noExplicitAny: answers of many forms.
type Json = any;

export async function seeInstallation(
  manageUrl: string,
  { account, cookie, freezer, meter }: Omit<FilledInstallation, "seen" | "waitingValue">,
): Promise<SeenInstallation> {
  const owner = new BrowserSession(manageUrl, { cookie });
  owner.account = account;
  const get = async (path: string): Promise<Json> => {
    const { status, json } = await owner.call("GET", path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  const readings: Record<string, object[]> = {};
  for (const { uuid, sensors } of [freezer, meter])
    for (const [slug, sensor] of Object.entries(sensors))
      readings[slug] = (await get(`./devices/${uuid}/sensors/${sensor}/readings?order=asc&limit=1000`)).items;
  const listed: Record<string, object[]> = {};
  for (const [name, changing] of Object.entries(lists))
    listed[name] = (await get(`./${name}`)).items.map((item: Json) => without(item, changing));
  listed.annotations = (await get(`./devices/${meter.uuid}/annotations`)).items;
  const requests: object[] = [];
  // The sent readings are in the queue, which starts again.
  for (const { id } of (await get("./activity?limit=100")).items) {
    const { readings, unsaved, ...request } = await get(`./requests/${id}`);
    // The sent readings are in the queue, which starts again. The first lost reading is also taken from there.
    const first = without(unsaved?.first ?? {}, ["sensor", "value"]);
    requests.push({
      ...request,
      readings: without(readings ?? {}, ["sent"]),
      unsaved: { ...unsaved, first },
    });
  }
  const { duplicates, rejected } = (await get("./system")).totals;
  return {
    counted: { duplicates, rejected },
    readings,
    lists: listed,
    requests,
    audit: (await get("./audit")).items,
    secret: (await get("./secrets/partner")).value,
    token: (await get(`./devices/${freezer.uuid}/token`)).token,
  };
}

function without(item: Json, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name)));
}
