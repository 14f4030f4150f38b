import { apiPrefix } from "@weir/protocol/contracts";
import type { DeviceAnswer, DeviceRequest } from "../../bus/device-request.ts";
import type { Control } from "../../control/control.ts";
import { readDevice } from "../../control/devices/described-devices.ts";
import { askAudited } from "../core/ask-audited.ts";
import { findDevice } from "../core/find-device.ts";
import { getSensor } from "../core/find-sensor.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import type { DeviceConnections } from "../devices/list/device-list-connections.ts";
import { tokenUse } from "../devices/tokens/device-tokens.ts";

interface TestReading {
  /** UUID. */
  readonly device: string;
  /** Slug or UUID. */
  readonly sensor: string;
  readonly value: number;
  /** Whether it may end the previous token, if the first use of the new one does that. */
  readonly endsOldToken: boolean;
}

interface TestReadingParts {
  readonly control: Control;
  readonly connections: DeviceConnections;
  readonly send: (request: DeviceRequest) => Promise<DeviceAnswer>;
}

/**
 * Sends a test reading for a device, and records it in the audit log. Whoever may send one need not see the token of the
 * device.
 */
export async function sendTestReading(
  { control, connections, send }: TestReadingParts,
  { device: uuid, sensor, value, endsOldToken }: TestReading,
): Promise<Result<DeviceAnswer>> {
  const named = await findDevice(control, control.db, uuid);
  if (!named.ok) return named;
  const { id, accountId } = named.value;
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
  const { slug, uuid: sensorUuid } = found.value;
  const { contract } = await readDevice(control.db, id);
  const name = contract === "stored" ? sensorUuid : slug;
  const request = {
    target: `${apiPrefix}/devices/${uuid}/sensors/${name}/readings`,
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
