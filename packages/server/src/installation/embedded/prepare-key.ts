import type { Config } from "../../config/settings.ts";
import { isKeyRotationUnfinished, readKeys } from "../../control/sealing/key-file.ts";
import type { Log } from "../../platform/log.ts";

/**
 * Creates the token key where there is none. A key that does not fit the data is no reason not to serve devices, but every
 * reason to speak up.
 */
export function prepareKey(
  { data, tokenKey, tokenKeyPrevious }: Config,
  hasDevices: boolean,
  log: Log,
): void {
  const { isNew } = readKeys(data, tokenKey ?? undefined, tokenKeyPrevious ?? undefined);
  if (tokenKey === null && isKeyRotationUnfinished(data)) {
    log.warn("a rotation of the token key was interrupted; run `weir keys rotate` to finish it");
  }
  if (isNew && hasDevices) {
    log.warn(
      "token.key was missing and a new one was created; devices keep working, but their tokens, secrets and second factors " +
        "cannot be opened until the former token.key is put back",
    );
  }
}
