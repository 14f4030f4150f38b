import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { AlertRuleDefinition } from "../../packages/server/src/control/alerts/alert-rule-versions.ts";
import type { Control } from "../../packages/server/src/control/control.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { alertRules } from "../../packages/server/src/manage/alerts/alert-rules.ts";
import { channels } from "../../packages/server/src/manage/notifications/channels.ts";
import { notificationRules } from "../../packages/server/src/manage/notifications/notification-rules.ts";
import { freePort } from "./free-port.ts";
import { holdStore } from "./hold-store.ts";
import {
  type InstalledDevice,
  type InstalledMember,
  type InstalledOwner,
  installAccount,
  installDefaultChain,
  installDevice,
  installMember,
  installOwner,
} from "./installed-data.ts";
import { putMigratedFiles } from "./migrated-files.ts";
import { type ShownCounts, serverCounts } from "./server-on-folder.ts";
import { tempFolder } from "./temp-folder.ts";
import { waitUntil } from "./wait-until.ts";
import { WeirProcess, type WeirProcessOptions } from "./weir-process.ts";

/** Names a folder in which the logs of servers are kept when their folders are deleted. */
export const keptLogsVariable = "WEIR_TEST_LOGS";

export interface InstallationOptions {
  /** The data folder; a new one that is deleted with the installation if it is left out. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type StartOptions = Pick<WeirProcessOptions, "under" | "preload" | "env">;

/**
 * A data folder and a port on which real servers are started one after another, as an operator would after a crash.
 * Everything that still runs when the test ends is killed.
 */
export class WeirInstallation implements AsyncDisposable {
  readonly dataDir: string;
  readonly port = freePort();
  readonly #folder = tempFolder();
  readonly #env: Readonly<Record<string, string>>;
  readonly #lives: WeirProcess[] = [];

  constructor({ dataDir, env = {} }: InstallationOptions = {}) {
    this.dataDir = dataDir ?? join(this.#folder.path, "data");
    this.#env = env;
    mkdirSync(this.dataDir, { recursive: true, mode: 0o700 });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  urlsOf(): readonly string[] {
    return [this.url];
  }

  /** A folder beside the data folder, for files of the test itself. */
  get notesDir(): string {
    return this.#folder.path;
  }

  get logText(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  get #logFile(): string {
    return join(this.#folder.path, "weir.log");
  }

  /** Starts a server without waiting for it. */
  launch({ env = {}, ...options }: StartOptions = {}): WeirProcess {
    const { dataDir, port } = this;
    const life = new WeirProcess({
      dataDir,
      port,
      logFile: this.#logFile,
      env: { ...this.#env, ...env },
      ...options,
    });
    this.#lives.push(life);
    return life;
  }

  async start(options: StartOptions = {}): Promise<WeirProcess> {
    const life = this.launch(options);
    try {
      return await life.untilReady();
    } catch (cause) {
      throw new Error(`Weir did not become ready. Its log:\n${this.logText}`, { cause });
    }
  }

  /**
   * Works with or without a running server, like the command line. Creates the device in the first account, or in a new
   * one.
   */
  createDevice(slugs: readonly string[], newAccount?: string): Promise<InstalledDevice> {
    return this.#withControl((control) => installDevice(control, slugs, newAccount));
  }

  createOwner(owner: InstalledOwner): Promise<void> {
    return this.#withControl((control) => installOwner(control, owner));
  }

  /** Creates an account like the first one, and its owner. */
  createAccount(owner: InstalledOwner): Promise<void> {
    return this.#withControl((control) => installAccount(control, owner));
  }

  createMember(member: InstalledMember): Promise<void> {
    return this.#withControl((control) => installMember(control, member));
  }

  publishDefaultChain(definition: ChainDefinition): Promise<void> {
    return this.#withControl((control) => installDefaultChain(control, definition));
  }

  async createAlertRule(definition: AlertRuleDefinition): Promise<void> {
    await this.#withControl(async (control) => {
      const { id } = await control.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
      const editor = { accountId: id, userId: null, role: "owner" } as const;
      unwrap(await alertRules.operations.create(control, editor, definition));
    });
  }

  /** Has the account told of every alarm at this URL. */
  async notifyAt(url: string): Promise<void> {
    await this.#withControl(async (control) => {
      const { id: accountId } = await control.db
        .selectFrom("accounts")
        .select("id")
        .executeTakeFirstOrThrow();
      const editor = { accountId, userId: null, role: "owner" } as const;
      const target = { kind: "webhook", url } as const;
      const { uuid } = unwrap(await channels.operations.create(control, editor, { name: "Ops", target }));
      const min_severity = "info" as const;
      const rule = { name: "All", min_severity, channels: [uuid] };
      unwrap(await notificationRules.operations.create(control, editor, rule));
    });
  }

  async #withControl<T>(work: (control: Control) => Promise<T>): Promise<T> {
    putMigratedFiles(this.dataDir, "control");
    const control = openSqliteControl(this.dataDir, {
      key: loadTokenKey(this.dataDir),
      announce: (changes) => announceChanges(this.dataDir, changes),
    });
    try {
      return await work(control);
    } finally {
      await control.close();
    }
  }

  async holdStore(): Promise<AsyncDisposable> {
    const held = holdStore(this.dataDir);
    return { [Symbol.asyncDispose]: async () => held[Symbol.dispose]() };
  }

  async status(): Promise<ShownCounts> {
    const status = await serverCounts(this.dataDir);
    if (status === null) throw new Error(`No server is running. Its log:\n${this.logText}`);
    return status;
  }

  /** Waits until every accepted reading is settled, and returns the totals. */
  async untilSettled(timeoutMs = 30_000): Promise<ShownCounts> {
    await waitUntil(
      "every accepted reading is settled",
      async () => (await this.status()).gap === 0,
      timeoutMs,
    );
    return this.status();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Servers first, because a running server would replace the killed processors.
    for (const life of this.#lives) await life.killServer();
    for (const life of this.#lives) await life.killAll();
    this.#keepLog();
    rmSync(this.#folder.path, { recursive: true, force: true });
  }

  #keepLog(): void {
    const folder = process.env[keptLogsVariable];
    if (folder === undefined || this.#lives.length === 0) return;
    mkdirSync(folder, { recursive: true });
    copyFileSync(this.#logFile, join(folder, `${basename(this.#folder.path)}.log`));
  }

  sensorId(uuid: string): number {
    using control = new Database(join(this.dataDir, "control.db"), { readonly: true });
    return (control.query("SELECT id FROM sensors WHERE uuid = ?").get(uuid) as { id: number }).id;
  }
}
