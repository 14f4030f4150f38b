import { lockDataFolder } from "../../packages/server/src/installation/embedded/data-lock.ts";
import {
  divideAmong,
  prepareDataFolder,
} from "../../packages/server/src/installation/embedded/prepare-data-folder.ts";
import { Supervisor } from "../../packages/server/src/installation/embedded/supervisor.ts";
import { openDataFolder } from "../../packages/server/src/installation/open-installation.ts";
import { startIngest } from "../../packages/server/src/roles/ingest.ts";
import { startManage } from "../../packages/server/src/roles/manage.ts";
import { processCount } from "../../packages/server/src/roles/process-count.ts";
import type { RoleOptions } from "../../packages/server/src/roles/role-options.ts";

/**
 * Starts a server whose ingest and manage roles run in the test's process, so that a test can move their clock. They
 * talk as they do between processes. The processor has its own process.
 */
export async function startHere(
  given: Omit<RoleOptions, "installation">,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { config, log } = given;
  const processes = processCount(config);
  const installation = await openDataFolder(config, { number: 0, processes });
  const options = { ...given, installation };
  await using parts = new AsyncDisposableStack();
  parts.adopt(lockDataFolder(config.data), (lock) => lock.release());
  const supervisor = new Supervisor({ config, log, stages: [["process"]], processes });
  parts.defer(() => supervisor.stop());
  prepareDataFolder(config, log);
  divideAmong(processes, config.data, log);
  const manage = await startManage({ ...options, processes: () => supervisor.processes });
  parts.defer(() => manage.stop());
  const ingest = await startIngest(options);
  parts.defer(() => ingest.stop());
  supervisor.begin();
  await manage.introduce();
  const running = parts.move();
  return { url: ingest.url, stop: () => running.disposeAsync() };
}
