import type { Route } from "@weir/protocol/manage/route";
import { routeTarget } from "@weir/protocol/manage/route-target";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { BrowserSession } from "./browser-session.ts";

interface EveryRoute {
  readonly url: string;
  /** Finds the records that routes request by id. */
  readonly owner: BrowserSession;
  readonly params: Readonly<Record<string, string>>;
  /** The session or key that reads. */
  readonly headers: Readonly<Record<string, string>>;
}

const firstOf: Readonly<Record<string, string>> = {
  "/alarms/": "alarms",
  "/dead-letters/": "dead-letters",
  "/outbox/": "outbox",
};

/** What routes need besides their path. */
const queryOf: Readonly<
  Record<string, (params: Readonly<Record<string, string>>) => Record<string, string>>
> = {
  listSensorsOfDevices: ({ device }) => ({ devices: device! }),
  searchSensors: () => ({ search: "e" }),
};

/** The answers of all routes that read, by route name. The ids of records are those of the first that are listed. */
export async function readEveryRoute({
  url,
  owner,
  params,
  headers,
}: EveryRoute): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, route] of Object.entries<Route>(manageRoutes)) {
    if (route.method !== "GET" || route.scope === null || name === "watchLive") continue;
    const list = Object.entries(firstOf).find(([part]) => route.path.includes(part))?.[1];
    const id = list === undefined ? params.request : (await owner.call("GET", `./${list}`)).json.items[0].id;
    const query = queryOf[name]?.(params);
    const target = routeTarget(route.path, { ...placeholders(route.path), ...params, id }, query);
    const response = await fetch(url + target, { headers });
    answers.set(name, `${response.status} ${await response.text()}`);
  }
  return answers;
}

/** Used for parts of a path that are unknown. Their routes answer that there is no such thing. */
function placeholders(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part!, "none"]));
}
