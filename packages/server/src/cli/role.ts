import { type ProcessRole, processRoles } from "@weir/protocol/closed-sets";
import { isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import { type DataLock, lockRole } from "../installation/embedded/data-lock.ts";
import type { FromRole, RoleFailure, ToRole } from "../installation/embedded/role-messages.ts";
import type { RoleProcess } from "../manage/system/system-status.ts";
import { createLog, type Log, reasonOf } from "../platform/log.ts";
import { type StartedRole, startRole } from "../roles/start-role.ts";
import { endWhenBroken } from "./end-when-broken.ts";
import { codeOf } from "./failure.ts";
import { outliveReaders } from "./readers.ts";

/** How long the process before it, which was killed, may take to let go of the role. */
const lockWaitMs = 10_000;

/** Until the process ends: a lock that nobody refers to would be collected, and so released. */
const held: DataLock[] = [];

/** `weir role`: what the supervisor starts. It is not for people, and says so. */
export async function runSupervisedRole([name]: string[]): Promise<void> {
  const role = processRoles.find((known) => known === name);
  if (process.send === undefined || role === undefined) {
    process.stderr.write(
      "error: `weir role` is started by `weir serve`. To run one role alone, use `weir serve --role`.\n",
    );
    process.exit(2);
  }
  outliveReaders();
  // Ctrl-C reaches all processes; the supervisor acts on it, and tells the others in good order.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
  let processes: readonly RoleProcess[] = [];
  const mayListen = Promise.withResolvers<void>();
  let isAllowedToListen = false;
  let started: Promise<StartedRole> | null = null;
  process.on("message", (message: ToRole) => {
    switch (message.kind) {
      case "prepare":
        void prepare(role, message.config);
        break;
      case "start":
        started = start(role, {
          config: message.config,
          processes: () => processes,
          mayListen: mayListen.promise,
        });
        break;
      case "processes":
        ({ processes } = message);
        break;
      case "listen":
        isAllowedToListen = true;
        mayListen.resolve();
        break;
      case "introduce":
        void started?.then(async ({ introduce }) => {
          send({ kind: "introduced", introduction: await introduce!() });
        });
        break;
      case "stop":
        // A listener that waits for the manage role has taken nothing yet. Where that role cannot start, it would wait for ever.
        if (role === "ingest" && !isAllowedToListen) process.exit(0);
        void stop(started);
        break;
    }
  });
}

async function prepare(role: ProcessRole, config: Config): Promise<void> {
  try {
    // The role's lock says that somebody is still at work here, should the supervisor be killed meanwhile.
    await hold(role, config);
    const { prepareDataFolder } = await import("../installation/embedded/prepare-data-folder.ts");
    prepareDataFolder(config, logOf(role, config));
    send({ kind: "prepared" });
  } catch (error) {
    send({ kind: "unprepared", ...failureOf(error) });
  }
}

async function start(
  role: ProcessRole,
  options: Omit<Parameters<typeof startRole>[1], "log">,
): Promise<StartedRole> {
  const { config } = options;
  const log = logOf(role, config);
  try {
    await hold(role, config);
    const started = await startRole(role, { ...options, log });
    endWhenBroken(started, log);
    send({ kind: "ready", url: started.url });
    // Else the garbage of the start stays until there is as much again. A listener would keep devices waiting for it.
    if (role !== "ingest") Bun.gc(true);
    return started;
  } catch (error) {
    send({ kind: "failed", ...failureOf(error) });
    // The message has to leave first.
    await Bun.sleep(50);
    process.exit(1);
  }
}

async function hold(role: ProcessRole, config: Config): Promise<void> {
  if (isCluster(config) || held.length > 0) return;
  held.push(await lockRole(config.data, role, lockWaitMs));
}

function logOf(role: ProcessRole, { logLevel }: Config): Log {
  return createLog(logLevel, role === "process" ? "processor" : role);
}

function failureOf(error: unknown): RoleFailure {
  const code = codeOf(error);
  const syscall = error instanceof Error && "syscall" in error ? String(error.syscall) : undefined;
  return {
    message: reasonOf(error),
    ...(code === null ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
  };
}

async function stop(started: Promise<StartedRole> | null): Promise<void> {
  if (started !== null) await (await started).stop();
  process.exit(0);
}

function send(message: FromRole): void {
  process.send!(message);
}
