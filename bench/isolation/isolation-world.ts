import { managePath } from "@weir/protocol/manage/route";
import { BrowserSession, ownerPassword } from "../../tests/api/browser-session.ts";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";
import type { Role } from "../../tests/harness/weir-process.ts";
import { processTree, sampleProcess } from "../process-tree.ts";

/** A device, and where it sends its readings. */
export interface WorldDevice {
  readonly uuid: string;
  readonly token: string;
}

/** A person who works in an account of their own, with a device of one sensor. */
export interface HonestAccount {
  /** The address of the account in the management API. */
  readonly api: string;
  readonly cookie: string;
  readonly device: WorldDevice;
}

/** An account with all that makes requests expensive: many devices, readings, a shared board and a provisioning key. */
export interface HostileAccount {
  readonly api: string;
  /** An API key that may do everything. */
  readonly key: string;
  readonly device: WorldDevice;
  readonly chain: string;
  readonly shareToken: string;
  readonly provisioningKey: string;
}

/** A server with an honest account and a hostile one, which have nobody in common. */
export interface IsolationWorld extends AsyncDisposable {
  readonly url: string;
  readonly honest: HonestAccount;
  readonly hostile: HostileAccount;
  /** The CPU time of all processes of the server so far. */
  serverCpuMs(): number;
  /** The resident memory of the process with this role. */
  rssBytes(role: Role): number;
}

const storedReadings = 100_000;
const readingsPerRequest = 10_000;
/** As many as a page of a list can show. */
const hostileDevices = 1000;
const devicesAtOnce = 50;
/** Another person with an account that the operator created for them, so nothing counts for both. */
const honestPerson = { email: "grace@example.org", password: ownerPassword };
const honestAccount = "Honest";

/**
 * A server as it is installed, behind a proxy, so that every request can name another source. Only the rate limit of sources is
 * raised: the limits of accounts, people and links have to hold without it.
 */
export async function startIsolationWorld(): Promise<IsolationWorld> {
  const weir = new WeirInstallation({
    env: { WEIR_RATE_LIMIT: "1000000000", WEIR_TRUSTED_PROXIES: "127.0.0.1" },
  });
  const server = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const hostile = await makeHostile(owner, weir.url);
  const device = await weir.createDevice(["temperature"], honestAccount);
  await weir.createMember({ ...honestPerson, role: "owner", account: honestAccount });
  const person = new BrowserSession(weir.url, fromAnySource());
  const { accounts } = await done(person, "POST", "/session", honestPerson);
  const api = `${weir.url}${managePath}/accounts/${accounts[0].uuid}`;
  return {
    url: weir.url,
    hostile,
    honest: { api, cookie: person.cookie, device },
    serverCpuMs: () => processTree(server.server()!.pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssBytes: (role) => sampleProcess(server.role(role)!.pid)!.rssBytes,
    [Symbol.asyncDispose]: () => weir[Symbol.asyncDispose](),
  };
}

async function makeHostile(owner: BrowserSession, url: string): Promise<HostileAccount> {
  const device = await done(owner, "POST", "./devices", {
    name: "Sender",
    sensors: [{ slug: "temperature" }],
  });
  const names = Array.from({ length: hostileDevices }, (_, nth) => `Device ${nth}`);
  while (names.length > 0) {
    const some = names.splice(0, devicesAtOnce);
    const make = (name: string) => done(owner, "POST", "./devices", { name, sensors: [{ slug: "level" }] });
    await Promise.all(some.map(make));
  }
  await storeReadings(url, device);
  const scopes = ["devices:read", "devices:write", "readings:read", "readings:write", "chains:read"];
  const { key } = await done(owner, "POST", "./api-keys", { name: "Benchmark", scopes });
  const chains = await done(owner, "GET", "./chains");
  const template = await done(owner, "POST", "./templates", {
    name: "Sender",
    sensors: [{ slug: "temperature" }],
  });
  const made = await done(owner, "POST", "./provisioning-keys", {
    name: "Benchmark",
    template: template.uuid,
    device_limit: 50_000,
  });
  return {
    api: `${url}${managePath}/accounts/${owner.account}`,
    key,
    chain: chains.items[0].uuid,
    device: { uuid: device.uuid, token: device.token },
    provisioningKey: made.key,
    shareToken: await shareBoard(owner, device),
  };
}

async function shareBoard(owner: BrowserSession, { uuid: device }: WorldDevice): Promise<string> {
  const tile = {
    kind: "chart",
    id: "curve",
    title: "",
    place: { x: 0, y: 0, width: 4, height: 4 },
    settings: { sources: [{ device, sensor: "temperature" }] },
  };
  const definition = { span: "30d", tiles: [tile] };
  const board = await done(owner, "POST", "./boards", { name: "Shared", definition });
  const link = await done(owner, "POST", `./boards/${board.uuid}/share-links`, { expires_in_days: 1 });
  return link.token;
}

async function storeReadings(url: string, { uuid, token }: WorldDevice): Promise<void> {
  const nowMs = Date.now();
  for (let sent = 0; sent < storedReadings; sent += readingsPerRequest) {
    const data = Array.from({ length: readingsPerRequest }, (_, nth) => ({
      value: nth % 100,
      timestamp: new Date(nowMs - (sent + nth + 1) * 20_000).toISOString(),
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
async function done(person: BrowserSession, method: string, path: string, body?: unknown): Promise<any> {
  const { status, json } = await person.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

/** The headers of a proxy with TLS that name the source of a request: another one each time. */
export function fromAnySource(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256);
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}`, "x-forwarded-proto": "https" };
}
