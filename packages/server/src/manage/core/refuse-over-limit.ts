import { readAccountUse } from "../../control/account-use.ts";
import type { Control, ControlData } from "../../control/control.ts";
import { counted } from "../../platform/counted.ts";
import type { ReachedLimit } from "../../platform/reached-limit.ts";
import { type Refusal, refuse } from "./manage-error.ts";

/**
 * Null if this many more fit. Called in the transaction that adds them, so that two requests cannot take the last
 * place.
 */
export async function refuseOverLimit(
  control: Pick<Control, "limits">,
  tx: ControlData,
  accountId: number,
  added: Added,
): Promise<Refusal | null> {
  return overLimitOf(control, await readAccountUse(tx, accountId), added);
}

interface Added {
  readonly devices: number;
  readonly sensors: number;
}

/** The same for what is known of the account's use, which may have changed when the devices are added. */
export function overLimitOf({ limits }: Pick<Control, "limits">, use: Added, added: Added): Refusal | null {
  if (use.devices + added.devices > limits.devices) {
    const message = `An account can have at most ${counted(limits.devices, "device")} (devices_per_account).`;
    return overLimit("too_many_devices", message, { setting: "devices_per_account", max: limits.devices });
  }
  if (use.sensors + added.sensors > limits.sensors) {
    const message = `An account can have at most ${counted(limits.sensors, "sensor")} (sensors_per_account); this one has ${use.sensors}.`;
    return overLimit("too_many_sensors", message, { setting: "sensors_per_account", max: limits.sensors });
  }
  return null;
}

function overLimit(
  code: "too_many_devices" | "too_many_sensors",
  message: string,
  limit: ReachedLimit,
): Refusal {
  const { ok, error } = refuse(code, message);
  return { ok, error: { ...error, limit } };
}
