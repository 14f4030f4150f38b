import { gzipSync } from "node:zlib";
import { managePath } from "@weir/protocol/manage/route";
import { provisionPath } from "@weir/protocol/provisioning";
import { worstBodies } from "../chains/worst-bodies.ts";
import { deviceFiles, distinctKeys, readingFiles, worstBatches, worstBulks } from "./hostile-bodies.ts";
import type { IsolationWorld } from "./isolation-world.ts";

/** A request that is sent again and again. The body is base64, because it may be any bytes. */
export interface HostileRequest {
  readonly method: string;
  /** `{uuid}` stands for what `first` created. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether `{random}` in the body is replaced by something else each time. */
  readonly isVaried?: true;
  /** Sent before and after each time. */
  readonly first?: HostileRequest;
  readonly last?: HostileRequest;
}

/** What one attacker sends, and over how many connections at once. */
export interface HostileLoad {
  readonly name: string;
  readonly connections: number;
  readonly requests: readonly HostileRequest[];
  /** The statuses of answers for which the server did the work. Others are refusals. */
  readonly worked: readonly number[];
  /** How many of them a second are the least that proves that the load was at work. */
  readonly workedPerSecondMin: number;
}

const bytes = "application/octet-stream";
const json = "application/json";

/** Everything that one account, or a stranger, can send as often as they like, in its most expensive form. */
export function hostileLoads({ url, hostile }: IsolationWorld): HostileLoad[] {
  const { api, key, device, chain, shareToken, provisioningKey } = hostile;
  const as = (token: string, type = json) => ({ authorization: `Bearer ${token}`, "content-type": type });
  const get = (path: string, token = key): HostileRequest => ({
    method: "GET",
    url: path,
    headers: as(token),
  });
  const post = (
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): HostileRequest => ({
    method: "POST",
    url: path,
    headers,
    body: Buffer.from(body).toString("base64"),
  });
  const ofDevice = `${url}/api/v1/devices/${device.uuid}`;
  const bulk = `${ofDevice}/sensors/temperature/readings/bulk`;
  const manage = `${url}${managePath}`;
  const anyone = { "content-type": json, "sec-fetch-site": "same-origin" };
  const provision = (body: object): HostileRequest => ({
    ...post(`${url}${provisionPath}`, JSON.stringify(body), { "content-type": json }),
    isVaried: true,
  });
  return [
    {
      name: "bulk bodies",
      connections: 16,
      worked: [200, 201, 202, 422],
      workedPerSecondMin: 1,
      requests: [
        ...worstBulks().map((body) => post(bulk, body, as(device.token))),
        ...worstBatches().map((body) =>
          post(`${ofDevice}/readings`, body, { ...as(device.token), prefer: "handling=lenient" }),
        ),
        post(bulk, gzipSync(distinctKeys()), { ...as(device.token), "content-encoding": "gzip" }),
      ],
    },
    {
      name: "device imports",
      connections: 4,
      worked: [200],
      workedPerSecondMin: 1,
      requests: deviceFiles().map((file) => post(`${api}/device-imports/preview`, file, as(key, bytes))),
    },
    {
      name: "reading imports",
      connections: 4,
      worked: [200],
      workedPerSecondMin: 0.25,
      requests: readingFiles().flatMap((file) =>
        (["store", "chain"] as const).map((mode) => {
          const wanted = { format: "csv", mode, device: device.uuid, sensor: "temperature" };
          return {
            ...post(`${api}/imports/{uuid}`, file, { ...as(key, bytes), "upload-offset": "0" }),
            method: "PATCH",
            first: post(`${api}/imports`, JSON.stringify(wanted), as(key)),
            last: { ...get(`${api}/imports/{uuid}`), method: "DELETE" },
          };
        }),
      ),
    },
    {
      name: "exports",
      connections: 8,
      worked: [200],
      workedPerSecondMin: 0.25,
      // Some 20,000 readings each, so that answers end while the load lasts.
      requests: ["csv", "parquet"].map((format) =>
        get(
          `${api}/devices/${device.uuid}/exports/readings?format=${format}&from=${daysAgo(4.5)}&to=${daysAgo(0.25)}`,
        ),
      ),
    },
    {
      name: "lists",
      connections: 64,
      worked: [200],
      workedPerSecondMin: 1,
      requests: [
        get(`${api}/devices?limit=1000`),
        get(`${api}/devices?limit=1000&sort=last_connected&status=never_seen`),
        get(`${api}/sensors?devices=${device.uuid}&limit=1000`),
      ],
    },
    {
      name: "share links",
      connections: 64,
      worked: [200],
      workedPerSecondMin: 1,
      requests: [
        get(`${manage}/shared/board`, shareToken),
        get(`${manage}/shared/board/tiles/curve?points=1000`, shareToken),
      ],
    },
    {
      name: "streams",
      connections: 64,
      worked: [200],
      workedPerSecondMin: 1,
      requests: [get(`${api}/live`)],
    },
    {
      name: "chains",
      connections: 8,
      worked: [200],
      workedPerSecondMin: 0.25,
      requests: worstBodies.map(({ definition }) =>
        post(`${api}/chains/${chain}/validate`, JSON.stringify({ definition }), as(key)),
      ),
    },
    {
      name: "sign-ins",
      connections: 32,
      worked: [401],
      workedPerSecondMin: 1,
      requests: [
        {
          ...post(
            `${manage}/session`,
            '{"email":"{random}@example.org","password":"a wrong password"}',
            anyone,
          ),
          isVaried: true,
        },
      ],
    },
    {
      name: "provisioning",
      connections: 16,
      worked: [201, 401],
      workedPerSecondMin: 1,
      requests: [
        provision({ provisioning_key: `wpk_${"x".repeat(43)}`, hardware_id: "{random}" }),
        provision({ provisioning_key: provisioningKey, hardware_id: "{random}" }),
      ],
    },
  ];
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
