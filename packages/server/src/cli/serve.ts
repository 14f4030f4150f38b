import { type Command, Option } from "commander";
import type { EffectiveConfig } from "../config/describe-config.ts";
import type { Config } from "../config/settings.ts";
import { certificateProblem } from "../installation/embedded/certificate-problem.ts";
import { isServerLocked } from "../installation/embedded/data-lock.ts";
import { isLoopback } from "../platform/address.ts";
import { createLog, type Log } from "../platform/log.ts";
import { hasRightsOfOthers } from "../platform/private-file.ts";
import { weirVersion } from "../platform/version.ts";
import { type RunningServer, startAll, untilRolesHaveLeft } from "../roles/all.ts";
import { startAlone } from "../roles/alone.ts";
import { type Role, roles } from "../roles/start-role.ts";
import { effectiveConfig, takeAllSettings, takeJson } from "./command-options.ts";
import { endWhenBroken } from "./end-when-broken.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { listenFailure, tryAddress } from "./listen-address.ts";
import { print, printJson } from "./output.ts";
import { outliveReaders } from "./readers.ts";
import { reachableUrl, serveBanner } from "./serve-banner.ts";
import { shellQuote } from "./shell-quote.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

export function defineServe(command: Command): void {
  command.description(
    "Run the server until Ctrl-C. It needs nothing but its data folder. Logs go to standard error, as JSON lines.",
  );
  takeJson(takeAllSettings(command), "Print what the banner says as one line of JSON");
  command.addOption(
    new Option("--role <role>", "Run one role alone instead of all of them, each in a process of its own")
      .choices(["all", ...roles])
      .default("all"),
  );
  showExamples(
    command,
    "weir serve",
    "weir serve --data /var/lib/weir --host 0.0.0.0 --port 443 --tls-cert cert.pem --tls-key key.pem",
    "weir serve --role ingest",
  );
  command.action(async (options: { json?: true; role: Role | "all" }) => {
    const effective = effectiveConfig(command);
    const { config } = effective;
    if (options.role !== "all") {
      await serveRole(options.role, config);
      return;
    }
    const log = createLog(config.logLevel, "server");
    const starting = start(config, log);
    outliveReaders();
    stopOnSignal(starting, log);
    const server = await starting;
    announce(server, effective, options.json ?? false);
    log.info("listening", { url: server.url, data: config.data, version: weirVersion });
    warnOfClearText(config, log);
    warnOfOpenFolder(config, log);
  });
}

/** One role of an installation whose other roles run on the same data folder, or will. */
async function serveRole(role: Role, config: Config): Promise<void> {
  const log = createLog(config.logLevel, role === "process" ? "processor" : role);
  if (role === "ingest") await checkListening(config);
  const starting = startAlone(role, { config, log }).catch((error: unknown) => {
    throw listenFailure(error, config) ?? error;
  });
  outliveReaders();
  stopOnSignal(starting, log);
  const started = await starting;
  endWhenBroken(started, log);
  log.info("the role has started", { role, url: started.url, data: config.data, version: weirVersion });
  if (started.setupSecret !== null) {
    const url = config.publicUrl ?? "";
    print(
      `No one can sign in yet. Open this path to create the owner account: ${url}/setup#${started.setupSecret}`,
    );
  }
  if (role === "ingest") warnOfClearText(config, log);
  warnOfOpenFolder(config, log);
}

async function checkListening(config: Config): Promise<void> {
  const unusable = certificateProblem(config);
  if (unusable !== null) throw new CommandFailure("tls_unusable", unusable);
  await tryAddress(config);
}

async function start(config: Config, log: Log): Promise<RunningServer> {
  if (!isServerLocked(config.data)) await untilRolesHaveLeft(config.data, log);
  await checkListening(config);
  try {
    return await startAll({ config, log });
  } catch (error) {
    throw listenFailure(error, config) ?? error;
  }
}

/** Tokens are sent with every request; without TLS, whoever sees the traffic has them. */
function warnOfClearText({ host, tlsCert, trustedProxies }: Config, log: Log): void {
  if (tlsCert !== null || trustedProxies.length > 0 || isLoopback(host)) return;
  log.warn("device tokens travel in clear text: set tls_cert and tls_key, or put a TLS proxy in front", {
    host,
  });
}

/** The files in it are the owner's alone, but whoever can enter the folder can see, and in a writable one replace, them. */
function warnOfOpenFolder({ data }: Config, log: Log): void {
  if (!hasRightsOfOthers(data)) return;
  const fix = `chmod 700 ${shellQuote(data)}`;
  log.warn(`other users of this machine can enter the data folder; to keep them out, run: ${fix}`, { data });
}

/** The one place that prints the demo's token. */
function announce(server: RunningServer, effective: EffectiveConfig, asJson: boolean): void {
  if (!asJson) {
    print(serveBanner(server, effective));
    return;
  }
  const { demo, dashboardProblem } = server;
  const device = demo === null ? null : { device_uuid: demo.uuid, token: demo.token, sensors: demo.sensors };
  const { data } = effective.config;
  const problem = dashboardProblem === null ? {} : { dashboard_problem: dashboardProblem };
  printJson({ url: reachableUrl(server.url), data, pid: process.pid, demo: device, ...problem });
}
