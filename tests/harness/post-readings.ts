export interface Sender {
  readonly uuid: string;
  readonly token: string;
}

interface SentReadings {
  /** The sensor in the URL; left out if each reading names its own. */
  readonly sensor?: string;
  readonly data: unknown;
  readonly battery_voltage?: number;
}

/**
 * Sends readings as a device does. A list for one sensor goes to the bulk endpoint. `options` are added to the request.
 */
export function postReadings(
  url: string,
  { uuid, token }: Sender,
  { sensor, ...body }: SentReadings,
  { headers, ...options }: BunFetchRequestInit = {},
): Promise<Response> {
  const place = sensor === undefined ? "" : `/sensors/${sensor}`;
  const bulk = sensor !== undefined && Array.isArray(body.data) ? "/bulk" : "";
  return fetch(`${url}/api/v1/devices/${uuid}${place}/readings${bulk}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...options,
  });
}
