import { type ProcessRole, processRoles } from "@weir/protocol/closed-sets";
import { type Command, Option } from "commander";
import { isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import { createLog } from "../platform/log.ts";
import { weirVersion } from "../platform/version.ts";
import { type LoneRole, startAlone } from "../roles/alone.ts";
import { effectiveConfig, takeAllSettings, takeJson } from "./command-options.ts";
import { endWhenBroken } from "./end-when-broken.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { checkListening, listenFailure } from "./listen-address.ts";
import { print } from "./output.ts";
import { outliveReaders } from "./readers.ts";
import { serveAll } from "./serve-all.ts";
import { demoRequest } from "./serve-banner.ts";
import { warnOfClearText, warnOfMailedLinks, warnOfOpenFolder } from "./serve-warnings.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

export function defineServe(command: Command): void {
  command.description(
    "Run the server until Ctrl-C. It only needs its data folder. Logs go to standard error, as JSON lines.",
  );
  takeJson(takeAllSettings(command), "Print the start-up information as one line of JSON");
  command.addOption(
    new Option(
      "--role <role>",
      "Run only this role instead of all roles, which each have a process of their own",
    )
      .choices(["all", ...processRoles])
      .default("all"),
  );
  command.option("--sample", "Load sample data into the first account, unless it is there already");
  showExamples(
    command,
    "weir serve",
    "weir serve --sample",
    "weir serve --data /var/lib/weir --host 0.0.0.0 --port 443 --tls-cert cert.pem --tls-key key.pem",
    "weir serve --role ingest",
  );
  command.action(async (options: { json?: true; sample?: true; role: ProcessRole | "all" }) => {
    const effective = effectiveConfig(command);
    const { json: asJson = false, sample: loadsSample = false } = options;
    if (options.role === "all") await serveAll(effective, { asJson, loadsSample });
    else if (loadsSample)
      throw new CommandFailure(
        "usage",
        "--sample needs all roles. Use `weir sample load` instead.",
        usageExit,
      );
    else await serveRole(options.role, effective.config);
  });
}

/** One role of an installation whose other roles run on the same data folder, now or later. */
async function serveRole(role: ProcessRole, config: Config): Promise<void> {
  const log = createLog(config.logLevel, role === "process" ? "processor" : role);
  if (role === "ingest") await checkListening(config);
  if (role === "manage" && isCluster(config))
    await checkListening({ ...config, port: config.managePort ?? config.port });
  const starting = startAlone(role, { config, log }).catch((error: unknown) => {
    throw listenFailure(error, config) ?? error;
  });
  outliveReaders();
  // In a cluster, a start may wait for the engines forever.
  stopOnSignal(starting, log, isCluster(config) ? { waitMs: 0 } : {});
  const started = await starting;
  endWhenBroken(started, log);
  log.info("the role has started", { role, url: started.url, data: config.data, version: weirVersion });
  if (started.introduction !== null) introduce(started.introduction, config.publicUrl ?? started.url ?? "");
  if (role === "ingest") warnOfClearText(config, log);
  if (role === "manage") warnOfMailedLinks(config, log);
  if (!isCluster(config)) warnOfOpenFolder(config, log);
}

/** What a person needs who starts the manage role for the first time. */
function introduce({ setupSecret, demo }: NonNullable<LoneRole["introduction"]>, url: string): void {
  if (setupSecret !== null)
    print(`No one can sign in yet. Open this path to create the owner account: ${url}/setup#${setupSecret}`);
  if (demo !== null && url !== "")
    print(`This first start created a demo device. Send a reading:\n\n${demoRequest(url, demo)}`);
}
