import { deviceApiPath } from "../snippets/snippet-target.ts";
import type { Device, Sensor } from "../use-device.ts";

/** What a device would have got back. */
export interface DeviceAnswer {
  readonly status: number;
  readonly requestId: string | null;
  readonly remaining: string | null;
  readonly retryAfterS: string | null;
  readonly body: string;
}

/** The body of a test reading. The mark is kept with the reading, as metadata is. */
export function testBody(value: number): { readonly data: { readonly value: number; readonly test: true } } {
  return { data: { value, test: true } };
}

/** Posts a reading as the device would: by its address and token, without the page's own session. */
export async function sendTestReading({
  device,
  sensor,
  token,
  value,
}: {
  readonly device: Device;
  readonly sensor: Sensor;
  readonly token: string;
  readonly value: number;
}): Promise<DeviceAnswer> {
  const name = device.contract === "stored" ? sensor.uuid : sensor.slug;
  const response = await fetch(`${deviceApiPath}/devices/${device.uuid}/sensors/${name}/readings`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json",
    },
    credentials: "omit",
    body: JSON.stringify(testBody(value)),
    signal: AbortSignal.timeout(10_000),
  });
  const { status, headers } = response;
  return {
    status,
    requestId: headers.get("x-request-id"),
    remaining: headers.get("x-ratelimit-remaining"),
    retryAfterS: headers.get("retry-after"),
    body: pretty(await response.text()),
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
