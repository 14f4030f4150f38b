import { unwrap } from "@weir/protocol/result";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { createTestDevice } from "./create-test-device.ts";
import { FileStoredData } from "./file-stored-data.ts";
import { holdStore } from "./hold-store.ts";
import { ManualClock } from "./manual-clock.ts";
import { putMigratedFiles } from "./migrated-files.ts";
import { flushServer, serverCounts } from "./server-on-folder.ts";
import { startHere } from "./start-here.ts";
import { tempFolder } from "./temp-folder.ts";
import { type TestWeir, testStart } from "./test-weir.ts";
import { waitUntil } from "./wait-until.ts";

/** A Weir on one machine, with a free port and an empty folder. */
export interface EmbeddedWeir extends TestWeir {
  readonly dataDir: string;
}

/** Secret settings are only taken from `env`. */
export async function startEmbeddedWeir(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<EmbeddedWeir> {
  const folder = tempFolder();
  const dataDir = settings.data ?? folder.path;
  if (settings.data === undefined) putMigratedFiles(dataDir, "control", "log", "store");
  const clock = new ManualClock(testStart);
  const logLines: string[] = [];
  const flags = { data: dataDir, port: "0", demo: "false", rate_limit: "1000000", ...settings };
  const { config } = unwrap(loadConfig({ flags, env, cwd: dataDir }));
  const log = createLog("debug", "server", (line) => logLines.push(line));
  const server = await startHere({ config, log, clock });
  const control = openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    clock,
    announce: (changes) => announceChanges(dataDir, changes),
  });
  const stored = new FileStoredData(dataDir);
  const counts = async () => (await serverCounts(dataDir))!;
  return {
    url: server.url,
    urls: [server.url],
    manageUrl: server.url,
    dataDir,
    limits: config,
    clock,
    logLines,
    control,
    stored,
    counts,
    createDevice: (options) => createTestDevice(control, options),
    settle: () =>
      waitUntil("all accepted readings are settled", async () => {
        await flushServer(dataDir);
        return (await counts()).gap === 0;
      }),
    async holdStore() {
      const held = holdStore(dataDir);
      return { [Symbol.asyncDispose]: async () => held[Symbol.dispose]() };
    },
    async [Symbol.asyncDispose]() {
      stored.close();
      await control.close();
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}
