import type { Config } from "../../config/settings.ts";
import type { ControlStore } from "../../control/control-store.ts";
import { hasDevices } from "../../control/devices/device-ids.ts";
import { isKeyRotationUnfinished } from "../../control/sealing/key-file.ts";
import type { Log } from "../../platform/log.ts";

/** A key that does not fit the data is no reason not to serve devices, but every reason to speak up. */
export async function warnOfKeys({ data, tokenKey }: Config, control: ControlStore, log: Log): Promise<void> {
  if (tokenKey === null && isKeyRotationUnfinished(data)) {
    log.warn("a rotation of the token key was interrupted; run `weir keys rotate` to finish it");
  }
  if (control.key.isNew && (await hasDevices(control.db))) {
    log.warn(
      "token.key was missing and a new one was created; devices keep working, but their tokens, secrets and second factors " +
        "cannot be opened until the former token.key is put back",
    );
  }
}
