import { type ClusterConfig, isCluster } from "../config/is-cluster.ts";
import type { EffectiveConfig } from "../config/load-config.ts";
import type { Config } from "../config/settings.ts";
import { isServerLocked } from "../installation/embedded/data-lock.ts";
import { createLog, type Log, reasonOf } from "../platform/log.ts";
import { reachableUrl } from "../platform/reachable-url.ts";
import { weirVersion } from "../platform/version.ts";
import { type RunningServer, startAll, startNode, untilRolesHaveLeft } from "../roles/all.ts";
import { configWith } from "./command-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { checkListening, listenFailure } from "./listen-address.ts";
import { print, printJson } from "./output.ts";
import type { PlainServe } from "./plain-serve.ts";
import { outliveReaders } from "./readers.ts";
import { reportFailure } from "./report-failure.ts";
import { serveBanner } from "./serve-banner.ts";
import { warnOfClearText, warnOfMailedLinks, warnOfOpenFolder } from "./serve-warnings.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/**
 * How much more reluctantly than usual code is compiled. Nothing here runs often, so compiled code would only take
 * memory.
 */
const compileReluctance = 1000;

/** Does the same as `weir serve` through the parser of all commands. Returns the exit code. */
export async function runPlainServe({ flags, asJson, loadsSample }: PlainServe): Promise<number> {
  Bun.unsafe.setJITPolicy(compileReluctance);
  try {
    await serveAll(configWith(flags), { asJson, loadsSample });
    return 0;
  } catch (error) {
    return reportFailure(error, asJson);
  }
}

/** Resolves when the server has started. This process then supervises it until a signal ends it. */
export async function serveAll(
  effective: EffectiveConfig,
  { asJson, loadsSample }: Omit<PlainServe, "flags">,
): Promise<void> {
  const { config } = effective;
  const log = createLog(config.logLevel, "server");
  if (isCluster(config)) {
    if (loadsSample) throw new CommandFailure("sample_after_start", sampleOfCluster, usageExit);
    return serveWholeNode(config, log, asJson);
  }
  const starting = start(config, log);
  outliveReaders();
  stopOnSignal(starting, log);
  const server = await starting;
  endWhenRoleCannotRun(server, asJson);
  announce(server, effective, asJson);
  log.info("listening", { url: server.url, data: config.data, version: weirVersion });
  warnOfClearText(config, log);
  warnOfMailedLinks(config, log);
  warnOfOpenFolder(config, log);
  if (loadsSample) await loadSampleOrWarn(config.data, asJson, log);
  // From here on this process waits, and the runtime would not return the memory that starting took.
  Bun.gc(true);
}

const sampleOfCluster =
  "Load sample data into a cluster with `weir sample load` when it runs, or in the dashboard under Settings > Account.";

/** The server runs with or without the sample data. */
async function loadSampleOrWarn(data: string, asJson: boolean, log: Log): Promise<void> {
  const { loadSample } = await import("./load-sample.ts");
  try {
    const loaded = await loadSample(data);
    if (!asJson) print(loaded);
  } catch (error) {
    log.warn("the sample data could not be loaded", { reason: reasonOf(error) });
  }
}

/** One node of a cluster with all roles, each in its own process. */
async function serveWholeNode(config: ClusterConfig, log: Log, asJson: boolean): Promise<void> {
  await checkListening(config);
  const starting = startNode({ config, log });
  outliveReaders();
  stopOnSignal(starting, log);
  const node = await starting;
  endWhenRoleCannotRun(node, asJson);
  const { url, manageUrl, setupSecret } = node;
  log.info("listening", { url, manageUrl, version: weirVersion });
  print(`Devices send readings to ${url}. The dashboard is at ${manageUrl}.`);
  if (setupSecret !== null)
    print(`Create the owner account: ${config.publicUrl ?? manageUrl}/setup#${setupSecret}`);
  warnOfClearText(config, log);
  warnOfMailedLinks(config, log);
}

/** A start waits only for the listener and the manage role, so the others may turn out later to be unable to run. */
function endWhenRoleCannotRun(server: Pick<RunningServer, "broken" | "stop">, asJson: boolean): void {
  server.broken.catch(async (error: unknown) => {
    const exitCode = reportFailure(error, asJson);
    await server.stop().finally(() => process.exit(exitCode));
  });
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

/** The only place that prints the demo's token. */
function announce(server: RunningServer, effective: EffectiveConfig, asJson: boolean): void {
  if (!asJson) {
    print(serveBanner(server, effective));
    return;
  }
  const { demo, dashboardProblem } = server;
  const device = demo === null ? null : { uuid: demo.uuid, token: demo.token, sensors: demo.sensors };
  const { data } = effective.config;
  const problem = dashboardProblem === null ? {} : { dashboard_problem: dashboardProblem };
  printJson({ url: reachableUrl(server.url), data, pid: process.pid, demo: device, ...problem });
}
