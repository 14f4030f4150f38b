import type { Config } from "../../config/settings.ts";
import type { Introduction } from "../../manage/system/introduction.ts";
import type { RoleProcess } from "../../manage/system/system-status.ts";
import type { Log } from "../../platform/log.ts";
import { RoleChild } from "./role-child.ts";
import type { FromRole, RoleFailure, SupervisedRole } from "./role-messages.ts";

const mainFile = Bun.fileURLToPath(new URL("../../main.ts", import.meta.url));
/** Besides the time that requests get to finish. The processor settles what is in the queue, which may take a while. */
const stopTimeoutMs = 10_000;

export interface SupervisorOptions {
  readonly config: Config;
  readonly log: Log;
  /** In the order in which they are stopped. */
  readonly roles: readonly SupervisedRole[];
  /** The command that runs a role. */
  readonly command?: (role: SupervisedRole) => readonly string[];
}

/**
 * Keeps the processes of the roles running. Any of them may die: the others go on, and it is restarted. They end when this
 * process does, however it ends.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children = new Map<SupervisedRole, RoleChild>();
  readonly #ready = new Map<SupervisedRole, PromiseWithResolvers<string | null>>();
  #config: Config;
  #preparing: PromiseWithResolvers<void> | null = null;
  #hasBegun = false;
  /** Whether the manage role has ever been ready. Only the first start of the listener waits for it. */
  #isManaged = false;
  #introduced: PromiseWithResolvers<Introduction> | null = null;

  /** The processes load, and wait to be told to begin. */
  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#config = options.config;
    const { roles, log, command = (role) => usualCommand(role, options.config) } = options;
    for (const role of roles) {
      const ready = Promise.withResolvers<string | null>();
      // A role that nobody waits for is restarted until it can start.
      ready.promise.catch(() => undefined);
      this.#ready.set(role, ready);
      const child = new RoleChild({
        ...{ role, log, command: command(role) },
        onMessage: (message) => this.#receive(role, message),
        onSpawned: () => this.#spawned(role),
        onDied: () => this.#tellProcesses(),
      });
      this.#children.set(role, child);
    }
    for (const child of this.#children.values()) child.start();
  }

  get processes(): RoleProcess[] {
    const children = Array.from(this.#children, ([role, { pid, restarts }]) => ({ role, pid, restarts }));
    return [{ role: "supervisor", pid: process.pid, restarts: 0 }, ...children];
  }

  /**
   * Has the manage role prepare the data folder, because it has loaded what that takes and this process has not. Rejects where
   * the folder cannot be used.
   */
  prepare(): Promise<void> {
    this.#preparing = Promise.withResolvers();
    this.#spawned("manage");
    return this.#preparing.promise;
  }

  /** The data folder is prepared. */
  begin(): void {
    this.#hasBegun = true;
    for (const role of this.#children.keys()) this.#spawned(role);
  }

  /** Resolves when the role has started for the first time; rejects where it cannot. */
  async untilReady(role: SupervisedRole): Promise<void> {
    await this.#ready.get(role)!.promise;
  }

  /** The address of the listener, once that has started. */
  async url(): Promise<string> {
    return (await this.#ready.get("ingest")!.promise)!;
  }

  /** Asked of the manage role, once. */
  introduce(): Promise<Introduction> {
    this.#introduced = Promise.withResolvers();
    this.#children.get("manage")!.send({ kind: "introduce" });
    return this.#introduced.promise;
  }

  /** One after the other: each may have something to say to those that follow. */
  async stop(): Promise<void> {
    const timeoutMs = this.#config.drainTimeoutS * 1000 + stopTimeoutMs;
    for (const child of this.#children.values()) await child.stop(timeoutMs);
  }

  #spawned(role: SupervisedRole): void {
    const child = this.#children.get(role)!;
    if (!this.#hasBegun) {
      if (role === "manage" && this.#preparing !== null)
        child.send({ kind: "prepare", config: this.#config });
      return;
    }
    child.send({ kind: "start", config: this.#config });
    if (this.#isManaged) this.#children.get("ingest")?.send({ kind: "listen" });
    this.#tellProcesses();
  }

  #receive(role: SupervisedRole, message: FromRole): void {
    switch (message.kind) {
      case "prepared":
        this.#preparing?.resolve();
        break;
      case "unprepared":
        this.#preparing?.reject(asError(message));
        break;
      case "ready":
        this.#becameReady(role, message.url);
        break;
      case "introduced":
        this.#introduced?.resolve(message.introduction);
        this.#introduced = null;
        break;
      case "failed":
        this.#options.log.error(`the ${role} process cannot start`, { reason: message.message });
        this.#ready.get(role)!.reject(asError(message));
        break;
    }
  }

  #becameReady(role: SupervisedRole, url: string | null): void {
    // A listener that comes back has to be found where the first one was.
    if (url !== null)
      this.#config = { ...this.#config, port: Number(new URL(url).port) || this.#config.port };
    this.#children.get(role)!.becameReady();
    this.#ready.get(role)!.resolve(url);
    if (role === "manage" && !this.#isManaged) {
      this.#isManaged = true;
      this.#children.get("ingest")?.send({ kind: "listen" });
    }
    if (role === "manage" && this.#introduced !== null) this.#children.get(role)!.send({ kind: "introduce" });
  }

  #tellProcesses(): void {
    this.#children.get("manage")?.send({ kind: "processes", processes: this.processes });
  }
}

/** The data folder is named for whoever looks at the list of processes. */
function usualCommand(role: SupervisedRole, { data }: Config): readonly string[] {
  return [process.execPath, mainFile, "role", role, "--data", data];
}

function asError({ message, code, syscall }: RoleFailure): Error {
  return Object.assign(
    new Error(message),
    code === undefined ? {} : { code },
    syscall === undefined ? {} : { syscall },
  );
}
