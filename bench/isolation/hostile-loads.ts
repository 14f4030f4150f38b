import { gzipSync } from "node:zlib";
import { managePath } from "@weir/protocol/manage/route";
import { provisionPath } from "@weir/protocol/provisioning";
import { worstBodies } from "../chains/worst-bodies.ts";
import type { IsolationWorld } from "./isolation-world.ts";

/** A request that is sent again and again. The body is base64, because it may be any bytes. */
export interface HostileRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What one attacker sends, and over how many connections at once. */
export interface HostileLoad {
  readonly name: string;
  readonly connections: number;
  readonly requests: readonly HostileRequest[];
}

const bodyBytesMax = 2 * 1024 * 1024;
const entriesMax = 10_000;

/** Everything that one account, or a stranger, can send as often as they like, in its most expensive form. */
export function hostileLoads(world: IsolationWorld): HostileLoad[] {
  const { url, hostile, chain, shareToken } = world;
  const { api, key, device } = hostile;
  const as = (token: string, type = "application/json") => ({
    ...{ authorization: `Bearer ${token}`, "content-type": type },
  });
  const get = (path: string, token = key): HostileRequest => ({
    ...{ method: "GET", url: path, headers: as(token) },
  });
  const post = (path: string, text: string, headers: Record<string, string>): HostileRequest => ({
    ...{ method: "POST", url: path, headers, body: Buffer.from(text).toString("base64") },
  });
  const bulk = `${url}/api/v1/devices/${device.uuid}/sensors/temperature/readings/bulk`;
  const batch = `${url}/api/v1/devices/${device.uuid}/readings`;
  const lenient = { ...as(device.token), prefer: "handling=lenient" };
  const manage = `${url}${managePath}`;
  return [
    {
      ...{ name: "bulk bodies", connections: 16 },
      requests: [
        ...[plain(), metadata(), distinctKeys(), deepLists()].map((body) =>
          post(bulk, body, as(device.token)),
        ),
        ...[badTimes(), unknownSensors()].map((body) => post(batch, body, lenient)),
        {
          ...{ method: "POST", url: bulk, headers: { ...as(device.token), "content-encoding": "gzip" } },
          body: gzipSync(distinctKeys()).toString("base64"),
        },
      ],
    },
    {
      ...{ name: "imports", connections: 4 },
      requests: [
        post(
          `${api}/device-imports/preview`,
          `name\n${"\n".repeat(1024 * 1024)}`,
          as(key, "application/octet-stream"),
        ),
        post(`${api}/device-imports/preview`, `name\n${deviceNames()}`, as(key, "application/octet-stream")),
      ],
    },
    {
      ...{ name: "exports", connections: 8 },
      requests: [get(`${api}/devices/${device.uuid}/exports/readings?format=csv`)],
    },
    {
      ...{ name: "lists", connections: 64 },
      requests: [get(`${api}/devices?limit=100`), get(`${api}/sensors?devices=${device.uuid}&limit=1000`)],
    },
    {
      ...{ name: "share links", connections: 64 },
      requests: [
        get(`${manage}/shared/board`, shareToken),
        get(`${manage}/shared/board/tiles/curve?points=1000`, shareToken),
      ],
    },
    { name: "streams", connections: 64, requests: [get(`${api}/live`)] },
    {
      ...{ name: "chains", connections: 8 },
      requests: worstBodies.map(({ definition }) =>
        post(`${api}/chains/${chain}/validate`, JSON.stringify({ definition }), as(key)),
      ),
    },
    {
      ...{ name: "sign-ins", connections: 16 },
      requests: [
        post(`${manage}/session`, '{"email":"nobody@example.org","password":"a wrong password"}', {
          ...{ "content-type": "application/json", "sec-fetch-site": "same-origin" },
        }),
      ],
    },
    {
      ...{ name: "provisioning", connections: 16 },
      requests: [
        post(
          `${url}${provisionPath}`,
          `{"provisioning_key":"wpk_${"x".repeat(43)}","hardware_id":"unknown-1"}`,
          {
            ...{ "content-type": "application/json" },
          },
        ),
      ],
    },
  ];
}

/** As many entries as are allowed and fit. */
function entries(one: (nth: number) => string): string {
  const texts: string[] = [];
  let bytes = 100;
  for (let nth = 0; nth < entriesMax; nth++) {
    const text = one(nth);
    bytes += text.length + 1;
    if (bytes > bodyBytesMax) break;
    texts.push(text);
  }
  return `{"data":[${texts.join()}]}`;
}

const timeOf = (nth: number) => new Date(Date.now() - (entriesMax - nth) * 1000).toISOString();
const plain = () => entries((nth) => `{"value":${nth},"timestamp":"${timeOf(nth)}"}`);
const metadata = () =>
  entries(
    (nth) => `{"value":${nth},"timestamp":"${timeOf(nth)}","m":{"n":${nth},"text":"${"é".repeat(60)}"}}`,
  );
const badTimes = () =>
  entries(() => `{"sensor_slug":"temperature","value":1,"timestamp":"${"9".repeat(140)}"}`);
const unknownSensors = () => entries((nth) => `{"sensor_slug":"u${nth}${"y".repeat(150)}","value":1}`);
const deepLists = () => `{"data":[{"value":1,"m":[${"[[[[[[[[[[]]]]]]]]]],".repeat(90_000)}1]}]}`;

/** A key of its own for every value takes longest to parse. */
function distinctKeys(): string {
  const keys = Array.from({ length: 140_000 }, (_, nth) => `"k${nth.toString(36)}":0`);
  return `{"data":[{"value":1}],${keys.join()}}`;
}

function deviceNames(): string {
  return Array.from({ length: 20_000 }, (_, nth) => `Device ${nth}\n`).join("");
}
