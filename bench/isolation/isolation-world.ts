import { managePath } from "@weir/protocol/manage/route";
import { BrowserSession } from "../../tests/api/browser-session.ts";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";

/** A device, and where it sends its readings. */
export interface WorldDevice {
  readonly uuid: string;
  readonly token: string;
}

/** An account with a device of one sensor and a key that may do everything. */
export interface WorldAccount {
  /** The address of the account in the management API. */
  readonly api: string;
  readonly key: string;
  readonly device: WorldDevice;
}

/** A server with an honest account and a hostile one, which has a shared board and stored readings. */
export interface IsolationWorld extends AsyncDisposable {
  readonly url: string;
  readonly honest: WorldAccount;
  readonly hostile: WorldAccount;
  readonly chain: string;
  readonly shareToken: string;
}

const storedReadings = 100_000;
const readingsPerRequest = 10_000;

/**
 * A server as it is installed, behind a proxy, so that every request can name another source. Only the rate limit of sources is
 * raised: the limits of accounts, people and links have to hold without it.
 */
export async function startIsolationWorld(): Promise<IsolationWorld> {
  const weir = new WeirInstallation({
    env: { WEIR_RATE_LIMIT: "1000000000", WEIR_TRUSTED_PROXIES: "127.0.0.1" },
  });
  await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const hostile = await makeAccount(owner, weir.url);
  const { uuid } = await done(owner, "POST", "/accounts", { name: "Honest" });
  const honest = await makeAccount(owner.at(weir.url, uuid as string), weir.url);
  await storeReadings(weir.url, hostile.device);
  const chains = await done(owner, "GET", "./chains");
  const tile = {
    ...{ kind: "chart", id: "curve", title: "", place: { x: 0, y: 0, width: 4, height: 4 } },
    settings: { sources: [{ device: hostile.device.uuid, sensor: "temperature" }] },
  };
  const board = await done(owner, "POST", "./boards", {
    name: "Shared",
    definition: { span: "30d", tiles: [tile] },
  });
  const link = await done(owner, "POST", `./boards/${board.uuid}/share-links`, { expires_in_days: 1 });
  return {
    ...{ url: weir.url, honest, hostile, chain: chains.items[0].uuid, shareToken: link.token },
    [Symbol.asyncDispose]: () => weir[Symbol.asyncDispose](),
  };
}

async function makeAccount(owner: BrowserSession, url: string): Promise<WorldAccount> {
  const wanted = { name: "Sender", sensors: [{ slug: "temperature" }] };
  const device = await done(owner, "POST", "./devices", wanted);
  const scopes = ["devices:read", "devices:write", "readings:read", "chains:read"];
  const { key } = await done(owner, "POST", "./api-keys", { name: "Benchmark", scopes });
  const api = `${url}${managePath}/accounts/${owner.account}`;
  return { api, key, device: { uuid: device.uuid, token: device.token } };
}

async function storeReadings(url: string, { uuid, token }: WorldDevice): Promise<void> {
  const nowMs = Date.now();
  for (let sent = 0; sent < storedReadings; sent += readingsPerRequest) {
    const data = Array.from({ length: readingsPerRequest }, (_, nth) => ({
      ...{ value: nth % 100, timestamp: new Date(nowMs - (sent + nth + 1) * 20_000).toISOString() },
    }));
    const answer = await fetch(`${url}/api/v1/devices/${uuid}/sensors/temperature/readings/bulk`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
    if (!answer.ok) throw new Error(`The readings were refused: ${await answer.text()}`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers have many forms.
async function done(owner: BrowserSession, method: string, path: string, body?: unknown): Promise<any> {
  const { status, json } = await owner.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

/** The headers of a proxy with TLS that name the source of a request: another one each time. */
export function fromAnySource(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256);
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}`, "x-forwarded-proto": "https" };
}
