import type { Config } from "../config/settings.ts";
import type { ControlStore } from "../control/control-store.ts";
import { loadTokenKey } from "../control/sealing/token-key.ts";
import { announceChanges } from "../installation/embedded/control-socket.ts";
import { hasControlData, openControl } from "../installation/open-installation.ts";
import { CommandFailure } from "./failure.ts";

/** Opens the control data for a change, which is in force on a running server, and in the audit log, when this resolves. */
export async function changeControl<T>(
  config: Config,
  work: (store: ControlStore) => Promise<T>,
): Promise<T> {
  if (!hasControlData(config.data)) {
    throw new CommandFailure(
      "control_data_unavailable",
      `There is no data of Weir in ${config.data}. Check the path, or create a device first.`,
    );
  }
  const store = await openControl(config.data, {
    key: loadTokenKey(config.data, config.tokenKey ?? undefined, config.tokenKeyPrevious ?? undefined),
    announce: (changes) => announceChanges(config.data, changes),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
