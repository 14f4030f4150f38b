import { apiPrefix } from "@weir/protocol/contracts";
import type { Control } from "../../control/control.ts";
import { askAudited } from "../audit/ask-audited.ts";
import { getDevice } from "../devices/devices.ts";
import type { DeviceConnections } from "../devices/list/device-list-connections.ts";
import { openDeviceToken, tokenUse } from "../devices/tokens/device-tokens.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { getSensor } from "../sensors/sensors.ts";

interface TestReading {
  /** UUID. */
  readonly device: string;
  /** Slug or UUID. */
  readonly sensor: string;
  readonly value: number;
  /** Whether it may end the previous token, if the first use of the new one does that. */
  readonly endsOldToken: boolean;
}

/** A request to the device API, to be sent with the token of its device. */
export interface DeviceRequest {
  readonly target: string;
  readonly token: string;
  readonly body: string;
  /** What the clock of the device says, for its `Date` header. Absent: the request has none. */
  readonly clockMs?: number;
}

/** The answer that the device would have got. */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface TestReadingParts {
  readonly control: Control;
  readonly connections: DeviceConnections;
  readonly send: (request: DeviceRequest) => Promise<DeviceAnswer>;
}

/**
 * Sends a test reading for a device, and records it in the audit log. The token stays within the server: a person who
 * may send a test reading need not see it.
 */
export async function sendTestReading(
  { control, connections, send }: TestReadingParts,
  { device: uuid, sensor, value, endsOldToken }: TestReading,
): Promise<Result<DeviceAnswer>> {
  const device = await getDevice(control, uuid);
  if (!device.ok) return device;
  const found = await getSensor(control, uuid, sensor);
  if (!found.ok) return found;
  const use = await tokenUse(control, connections, uuid);
  if (!use.ok) return use;
  const { previous } = use.value;
  if (previous !== null && previous.expiresAt === null && !endsOldToken) {
    return refuse(
      "old_token_in_use",
      "The device may still have its old token, which stops working when the new one is first used.",
    );
  }
  const opened = await openDeviceToken(control, uuid);
  if (!opened.ok) return opened;
  const { slug, uuid: sensorUuid } = found.value;
  const { accountId, token } = opened.value;
  const name = device.value.contract === "stored" ? sensorUuid : slug;
  const request = {
    target: `${apiPrefix}/devices/${uuid}/sensors/${name}/readings`,
    token,
    body: JSON.stringify({ data: { value, test: true } }),
  };
  const answer = await askAudited(
    control,
    { accountId, action: "device.send-test-reading", subjectKind: "device", subject: uuid },
    () => send(request),
    ({ status }) => ({ after: { sensor: slug, value, status } }),
  );
  return succeed(answer);
}
