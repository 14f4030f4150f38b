import { type ProcessRole, processRoles } from "@weir/protocol/closed-sets";
import { isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import { type DataLock, lockRole } from "../installation/embedded/data-lock.ts";
import type { FromRole, RoleFailure, ToRole } from "../installation/embedded/role-messages.ts";
import { onlyPlace } from "../installation/starting-role.ts";
import type { RoleProcess } from "../manage/system/system-status.ts";
import { errorCode } from "../platform/error-code.ts";
import { createLog, type Log, reasonOf } from "../platform/log.ts";
import { nameOfProcess } from "../platform/name-of-process.ts";
import { type StartedRole, startRole } from "../roles/start-role.ts";
import { endWhenBroken } from "./end-when-broken.ts";
import { outliveReaders } from "./readers.ts";

/** How long the previous process, which was killed, may take to release the role. */
const lockWaitMs = 10_000;

/** Kept until the process ends, because an unreferenced lock would be collected and so released. */
const held: DataLock[] = [];

/** `weir role`: started by the supervisor. It is not for people, and says so. */
export async function runSupervisedRole([name]: string[]): Promise<void> {
  const role = processRoles.find((known) => known === name);
  if (process.send === undefined || role === undefined) {
    process.stderr.write(
      "error: `weir role` is started by `weir serve`. To run one role alone, use `weir serve --role`.\n",
    );
    process.exit(2);
  }
  outliveReaders();
  // Ctrl-C reaches all processes. The supervisor handles it and stops the others in order.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
  let processes: readonly RoleProcess[] = [];
  const mayListen = Promise.withResolvers<void>();
  let isAllowedToListen = false;
  let started: Promise<StartedRole> | null = null;
  process.on("message", (message: ToRole) => {
    switch (message.kind) {
      case "prepare":
        void prepare(role, message);
        break;
      case "start":
        started = start(role, {
          config: message.config,
          place: message.place,
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
      case "drain":
        void started?.then(({ drain }) => drain?.());
        break;
      case "stop":
        // A listener that waits for the manage role has accepted nothing yet. If that role cannot start, the listener
        // would wait forever.
        if (role === "ingest" && !isAllowedToListen) process.exit(0);
        void stop(started);
        break;
    }
  });
}

async function prepare(
  role: ProcessRole,
  { config, processes }: Extract<ToRole, { kind: "prepare" }>,
): Promise<void> {
  try {
    // The role's lock shows that somebody is still working here, in case the supervisor is killed meanwhile.
    await hold(role, config);
    const { divideAmong, prepareDataFolder } = await import(
      "../installation/embedded/prepare-data-folder.ts"
    );
    const log = logOf(role, config);
    prepareDataFolder(config, log);
    divideAmong(processes, config.data, log);
    send({ kind: "prepared" });
  } catch (error) {
    send({ kind: "unprepared", ...failureOf(error) });
  }
}

async function start(
  role: ProcessRole,
  options: Omit<Parameters<typeof startRole>[1], "log">,
): Promise<StartedRole> {
  const { config, place } = options;
  const log = logOf(role, config, place);
  try {
    await hold(role, config, place);
    const started = await startRole(role, { ...options, log, onDrained: () => send({ kind: "drained" }) });
    endWhenBroken(started, log);
    send({ kind: "ready", url: started.url });
    // Without this, the garbage of the start stays until there is as much again, and a listener would make devices wait
    // for its collection.
    if (role !== "ingest") Bun.gc(true);
    return started;
  } catch (error) {
    send({ kind: "failed", ...failureOf(error) });
    // The message has to be sent first.
    await Bun.sleep(50);
    process.exit(1);
  }
}

async function hold(role: ProcessRole, config: Config, place = onlyPlace): Promise<void> {
  if (isCluster(config) || held.length > 0) return;
  held.push(await lockRole(config.data, role, lockWaitMs, role === "process" ? place.number : 0));
}

function logOf(role: ProcessRole, { logLevel }: Config, { number } = onlyPlace): Log {
  return createLog(logLevel, role === "process" ? nameOfProcess("processor", number) : role);
}

function failureOf(error: unknown): RoleFailure {
  const code = errorCode(error);
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
