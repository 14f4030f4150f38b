import type { AccountContext } from "../../core/api-context.ts";
import type { DeviceActivity } from "./device-list.ts";

/** What the server knows now about the connections, troubles and alarms of an account's devices. */
export function deviceActivity({ connections, activity, chains, clock }: AccountContext): DeviceActivity {
  return { connections, troubles: activity, alarms: chains, nowMs: clock.nowMs() };
}
