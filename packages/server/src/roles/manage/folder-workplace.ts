import { fail } from "@weir/protocol/result";
import type { Config } from "../../config/settings.ts";
import { announceChanges } from "../../installation/embedded/control-socket.ts";
import { refuseMigratedFolder } from "../../installation/embedded/migration/migrated-folder.ts";
import { openDataFolder } from "../../installation/open-installation.ts";
import { readKeptUsage } from "../../manage/accounts/kept-usage.ts";
import type { Workplace } from "./workplace.ts";

/** A command needs the running server, and there is none. */
class ServerNotRunningError extends Error {
  readonly code = "server_not_running";
}

/** The data folder, while no server is running on it. Requests that need a server are refused with `server_not_running`. */
export async function openFolderWorkplace(config: Config): Promise<Workplace> {
  const dataDir = config.data;
  refuseMigratedFolder(dataDir);
  const installation = await openDataFolder(config);
  const needsServer = () => Promise.reject(new ServerNotRunningError(`No server is running on ${dataDir}.`));
  return {
    installation,
    // A server that has started meanwhile still receives the change.
    announce: (changes) => announceChanges(dataDir, changes),
    imports: { aheadMaxMs: config.clockToleranceS * 1000, take: needsServer },
    reachOthers: async ({ control, activity, outbox }) => ({
      // Only a server looks into the queue.
      accepted: { of: async () => null, close: async () => undefined },
      ask: needsServer,
      sendAsDevice: needsServer,
      system: needsServer,
      cluster: needsServer,
      counts: needsServer,
      notices: () => [],
      recentActivity: { flush: async () => undefined },
      flush: async () => undefined,
      live: {
        watch: async () => undefined,
        subscribe: () => fail({ limit: "total", max: 0 }),
        tell: () => undefined,
      },
      uses: {
        of: async (accountId) => ({
          ...(await readKeptUsage({ control, activity, outbox }, accountId, installation.clock.nowMs())),
          queueBytes: null,
          identities: null,
          traces: null,
          storedReadings: null,
          processedPercent: null,
          streams: null,
          chainChecks: null,
          chainCheckS: null,
        }),
        ofAll: async () => null,
      },
    }),
    close: () => installation.close(),
  };
}
