import type { Config } from "../config/settings.ts";
import type { ControlReader, ControlStore } from "../control/control-store.ts";
import { loadTokenKey } from "../control/sealing/token-key.ts";
import { announceChanges, flushServer } from "../installation/embedded/control-socket.ts";
import { hasControlData, openControl, readControl as openToRead } from "../installation/open-installation.ts";
import { reasonOf } from "../platform/log.ts";
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

export async function readControl<T>(
  config: Config,
  work: (control: ControlReader) => Promise<T>,
): Promise<T> {
  const control = await openToRead(config.data);
  try {
    return await work(control);
  } finally {
    await control.close();
  }
}

/**
 * Brings what a running server still holds in memory to where commands read it. Where the server does not answer, what
 * is on disk is still worth showing.
 */
export async function flushRunningServer(config: Config): Promise<void> {
  try {
    await flushServer(config.data);
  } catch (error) {
    process.stderr.write(
      `warning: the running server does not answer (${reasonOf(error)}); the newest may be missing.\n`,
    );
  }
}
