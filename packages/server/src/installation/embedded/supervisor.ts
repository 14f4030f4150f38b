/**
 * Keeps one process per role running, or several with the role process. If one dies, it is restarted and the others
 * continue. If one can never run, its first start fails, and so does the supervisor (`broken`). All of them end when this
 * process ends for any reason.
 *
 *   loading ──▶ preparing ──▶ prepared ──▶ starting ──▶ serving ──▶ stopping ──▶ stopped
 *
 *   loading    the processes load their code, and wait
 *   preparing  the manage role creates or migrates the files of the data folder
 *   prepared   the files are there; nothing has been started
 *   starting   every role receives its start message, and the listener waits for the manage role
 *   serving    the manage role has been ready once; the listener takes requests, even while the manage role is restarted
 *   stopping   the roles are stopped stage by stage; a role that dies before its turn is still restarted
 *   stopped    no more processes are started
 *
 * If the folder is already prepared, loading changes straight to starting. The first three states change to stopped
 * directly, because no role has started and there is no order to keep. Starting may change to stopping.
 */
import type { Config } from "../../config/settings.ts";
import type { Introduction } from "../../manage/system/introduction.ts";
import type { RoleProcess } from "../../manage/system/system-status.ts";
import type { Log } from "../../platform/log.ts";
import { nameOfProcess } from "../../platform/name-of-process.ts";
import { StateWays } from "../../platform/state-ways.ts";
import { asError, FirstStarts } from "./first-starts.ts";
import { RoleChild } from "./role-child.ts";
import type { FromRole, SupervisedRole } from "./role-messages.ts";

type SupervisorState = "loading" | "preparing" | "prepared" | "starting" | "serving" | "stopping" | "stopped";

const ways = new StateWays<SupervisorState>("supervisor", {
  loading: ["preparing", "starting", "stopped"],
  preparing: ["prepared", "stopped"],
  prepared: ["starting", "stopped"],
  starting: ["serving", "stopping"],
  serving: ["stopping"],
  stopping: ["stopped"],
  stopped: [],
});

const mainFile = Bun.fileURLToPath(new URL("../../main.ts", import.meta.url));
/** In addition to the time that requests get to finish. The processor settles the whole queue, which may take a while. */
const stopTimeoutMs = 10_000;
/**
 * How long a role of a cluster that has finished its requests may hand over to the roles of later stages. If it takes
 * longer, an engine does not answer. Then the others stop too, so that their waits do not add up.
 */
const handOverMs = 2000;

interface SupervisorOptions {
  readonly config: Config;
  readonly log: Log;
  /** In the order in which they are stopped. Roles of a stage may still send messages to those of later stages. */
  readonly stages: readonly (readonly SupervisedRole[])[];
  /** How many processes have the role process. */
  readonly processes?: number;
  /** The command that runs a role. */
  readonly command?: (role: SupervisedRole) => readonly string[];
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children: ReadonlyMap<SupervisedRole, readonly RoleChild[]>;
  readonly #processes: number;
  readonly #firstStarts: FirstStarts;
  readonly #prepared = Promise.withResolvers<void>();
  #state: SupervisorState = "loading";
  #config: Config;
  #introduced: PromiseWithResolvers<Introduction> | null = null;
  readonly #drained = new Map<SupervisedRole, PromiseWithResolvers<void>>();
  readonly #broken = Promise.withResolvers<never>();

  /** The processes load their code and wait for their start message. */
  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#config = options.config;
    const { stages, log, processes = 1, command = (role) => usualCommand(role, options.config) } = options;
    const roles = stages.flat();
    this.#firstStarts = new FirstStarts(roles);
    this.#processes = processes;
    const childOf = (role: SupervisedRole, number: number): RoleChild =>
      new RoleChild({
        role,
        name: nameOfProcess(role, number),
        log,
        command: command(role),
        onMessage: (message) => this.#receive(role, number, message),
        onSpawned: () => this.#sendTask(role, number),
        onDied: () => this.#sendProcesses(),
        onGivenUp: () => this.#giveUp(role),
      });
    const childrenOf = (role: SupervisedRole): RoleChild[] =>
      Array.from({ length: role === "process" ? processes : 1 }, (_, number) => childOf(role, number));
    this.#children = new Map(roles.map((role) => [role, childrenOf(role)]));
    // Nobody waits for these before the folder is prepared, and a caller may only want one of them.
    for (const { promise } of [this.#prepared, this.#broken]) promise.catch(() => undefined);
    for (const role of roles) this.#drained.set(role, Promise.withResolvers());
    for (const { child } of this.#all()) child.start();
  }

  get processes(): RoleProcess[] {
    const children = this.#all().map(({ role, child: { pid, restarts } }) => ({ role, pid, restarts }));
    return [{ role: "supervisor", pid: process.pid, restarts: 0 }, ...children];
  }

  /** Rejects when a role turns out to be unable to run. The server is of no use without it. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /**
   * Makes the manage role prepare the data folder, because that process has loaded the necessary code and this one has
   * not. Rejects if the folder cannot be used.
   */
  prepare(): Promise<void> {
    this.#enter("preparing");
    this.#sendTask("manage", 0);
    return this.#prepared.promise;
  }

  /** The data folder is prepared. */
  begin(): void {
    this.#enter("starting");
    for (const { role, number } of this.#all()) this.#sendTask(role, number);
  }

  /** Resolves to the address of the role, if it listens, once it has started for the first time. Rejects if it cannot start. */
  untilReady(role: SupervisedRole): Promise<string | null> {
    return this.#firstStarts.of(role);
  }

  /** The address of the listener, once that has started. */
  async url(): Promise<string> {
    return (await this.#firstStarts.of("ingest"))!;
  }

  /** May be called once. The manage role answers. */
  introduce(): Promise<Introduction> {
    this.#introduced = Promise.withResolvers();
    this.#first("manage")!.send({ kind: "introduce" });
    return this.#introduced.promise;
  }

  /** Stops one stage after the other. Open requests of people finish at the same time as those of devices. */
  async stop(): Promise<void> {
    const timeoutMs = this.#config.drainTimeoutS * 1000 + stopTimeoutMs;
    if (this.#state === "starting" || this.#state === "serving") this.#enter("stopping");
    else if (this.#state !== "stopping" && this.#state !== "stopped") this.#enter("stopped");
    this.#first("manage")?.send({ kind: "drain" });
    const stopping: Promise<void>[] = [];
    for (const stage of this.#options.stages) {
      const begun = stage.flatMap((role) =>
        this.#children.get(role)!.map((child) => {
          const stopped = child.stop(timeoutMs);
          stopping.push(stopped);
          return Promise.race([stopped, this.#untilHandedOver(role)]);
        }),
      );
      await Promise.all(begun);
    }
    await Promise.all(stopping);
    if (this.#state === "stopping") this.#enter("stopped");
  }

  async #untilHandedOver(role: SupervisedRole): Promise<void> {
    await this.#drained.get(role)!.promise;
    await Bun.sleep(handOverMs);
  }

  /** Tells a process that was just spawned, or that was waiting, what to do in the current state. */
  #sendTask(role: SupervisedRole, number: number): void {
    const child = this.#children.get(role)![number]!;
    const processes = this.#processes;
    switch (this.#state) {
      case "loading":
      case "prepared":
      case "stopped":
        return;
      case "preparing":
        if (role === "manage") child.send({ kind: "prepare", config: this.#config, processes });
        return;
      case "starting":
      case "serving":
      case "stopping":
        child.send({ kind: "start", config: this.#config, place: { number, processes } });
        // Only the first start of the listener waits for the manage role.
        if (role === "ingest" && this.#state === "serving") child.send({ kind: "listen" });
        this.#sendProcesses();
    }
  }

  #receive(role: SupervisedRole, number: number, message: FromRole): void {
    switch (message.kind) {
      case "prepared":
        if (this.#state === "preparing") this.#enter("prepared");
        this.#prepared.resolve();
        break;
      case "unprepared":
        this.#prepared.reject(asError(message));
        break;
      case "ready":
        this.#becameReady(role, number, message.url);
        break;
      case "introduced":
        this.#introduced?.resolve(message.introduction);
        this.#introduced = null;
        break;
      case "drained":
        this.#drained.get(role)!.resolve();
        break;
      case "failed":
        this.#options.log.error(`the ${role} process cannot start`, { reason: message.message });
        this.#firstStarts.failed(role, message);
        break;
    }
  }

  #becameReady(role: SupervisedRole, number: number, url: string | null): void {
    // A restarted listener has to use the address of the first one.
    if (role === "ingest" && url !== null)
      this.#config = { ...this.#config, port: Number(new URL(url).port) || this.#config.port };
    const child = this.#children.get(role)![number]!;
    child.becameReady();
    if (role === "manage" && this.#state === "starting") {
      this.#enter("serving");
      this.#first("ingest")?.send({ kind: "listen" });
    }
    this.#firstStarts.ready(role, url);
    if (role === "manage" && this.#introduced !== null) child.send({ kind: "introduce" });
  }

  #giveUp(role: SupervisedRole): void {
    const failure = {
      message: `The ${role} role cannot run: its process ends before it can start. The messages above say why. If files of Weir are missing, install it again.`,
      code: "role_cannot_run",
    };
    this.#firstStarts.failed(role, failure);
    this.#prepared.reject(asError(failure));
    this.#broken.reject(asError(failure));
  }

  #sendProcesses(): void {
    this.#first("manage")?.send({ kind: "processes", processes: this.processes });
  }

  #first(role: SupervisedRole): RoleChild | undefined {
    return this.#children.get(role)?.[0];
  }

  #all() {
    return [...this.#children].flatMap(([role, children]) =>
      children.map((child, number) => ({ role, number, child })),
    );
  }

  #enter(state: SupervisorState): void {
    const next = ways.follow(this.#state, state);
    ways.assert(
      next,
      next !== "preparing" || this.#children.has("manage"),
      "a manage role to prepare the folder",
    );
    this.#state = next;
  }
}

/** The command names the data folder, so that it shows in the list of processes. */
function usualCommand(role: SupervisedRole, { data }: Config): readonly string[] {
  return [process.execPath, mainFile, "role", role, "--data", data];
}
