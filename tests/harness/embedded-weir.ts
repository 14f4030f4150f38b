import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { DocumentLimits } from "@weir/protocol/openapi";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { accountFor, createAccount } from "../../packages/server/src/manage/accounts/accounts.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { ManualClock } from "./manual-clock.ts";
import { startHere } from "./start-here.ts";
import { tempFolder } from "./temp-folder.ts";

/** A whole Weir on a free port and an empty folder, inside the test's process, with a clock the test moves. */
export interface EmbeddedWeir extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** As its documentation names them. */
  readonly limits: DocumentLimits;
  readonly clock: ManualClock;
  readonly logLines: string[];
  createDevice(options: TestDevice): Promise<CreatedDevice>;
}

export interface TestDevice {
  readonly sensors: readonly string[];
  readonly contract?: ContractName;
  readonly handling?: Handling;
  /** The name of its account, which is created where there is none; by default the first one. */
  readonly account?: string;
}

export const testStart = "2026-06-15T12:00:00.000Z";

/** Secret settings are taken from `env` only. */
export async function startEmbeddedWeir(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<EmbeddedWeir> {
  const folder = tempFolder();
  const clock = new ManualClock(testStart);
  const logLines: string[] = [];
  const flags = { data: folder.path, port: "0", demo: "false", rate_limit: "1000000", ...settings };
  const loaded = loadConfig({ flags, env, cwd: folder.path });
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const log = createLog("debug", "server", (line) => logLines.push(line));
  const server = await startHere({ config: loaded.config, log, clock });
  const control = openSqliteControl(folder.path, {
    key: loadTokenKey(folder.path),
    announce: (changes) => announceChanges(folder.path, changes),
  });
  return {
    url: server.url,
    dataDir: folder.path,
    limits: loaded.config,
    clock,
    logLines,
    async createDevice({ sensors, contract = "queued", handling = "strict", account: name }) {
      const found = await accountFor(control, name);
      const account = found.ok || name === undefined ? found : await createAccount(control, name);
      if (!account.ok) throw new Error(account.error.message);
      const device = await createDevice(control, {
        accountId: account.value.id,
        name: "Test device",
        contract,
        handling,
        sensors: sensors.map((slug) => ({ slug })),
      });
      if (!device.ok) throw new Error(device.error.message);
      return device.value;
    },
    async [Symbol.asyncDispose]() {
      await control.close();
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}
