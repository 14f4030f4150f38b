import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { EngineProcess } from "./engine-process.ts";

/** PostgreSQL refuses to run as root, so root runs it as the user of Debian's package. */
const user = "postgres";
const debianFolder = "/usr/lib/postgresql";
const isRoot = process.getuid?.() === 0;

interface PostgresOptions {
  readonly folder: string;
  readonly port: number;
  /** Additional settings, as `name=value`. */
  readonly settings?: readonly string[];
  readonly under?: readonly string[];
  /** A folder that `initialisePostgres` has filled. Copying it takes a fifteenth of the time of creating a database. */
  readonly copyOf?: string;
  /** Copies this server at the first start, and then follows it. */
  readonly standbyOf?: PrivatePostgres;
  /** Leaves it in the process group of this program, so that whoever ends the group ends the server. */
  readonly endsWithGroup?: boolean;
}

/** The name by which the primary knows its standby. */
const standbyName = "standby";

/** A private PostgreSQL server in its own folder. The database is created at the first start. */
export class PrivatePostgres {
  readonly port: number;
  readonly folder: string;
  readonly #settings: readonly string[];
  readonly #under: readonly string[];
  readonly #endsWithGroup: boolean;
  #engine: EngineProcess | null = null;

  private constructor({ folder, port, settings = [], under = [], endsWithGroup = false }: PostgresOptions) {
    this.folder = folder;
    this.port = port;
    this.#settings = settings;
    this.#under = under;
    this.#endsWithGroup = endsWithGroup;
  }

  static async start(options: PostgresOptions): Promise<PrivatePostgres> {
    const postgres = new PrivatePostgres(options);
    await makeFolder(postgres.folder);
    const isNew = !(await Bun.file(join(postgres.#dataFolder, "PG_VERSION")).exists());
    if (isNew) await postgres.#create(options);
    await postgres.startAgain();
    return postgres;
  }

  async #create({ standbyOf: primary, copyOf }: PostgresOptions): Promise<void> {
    if (copyOf !== undefined) return run("cp", ["-a", dataFolderIn(copyOf), this.#dataFolder]);
    if (primary === undefined) return initialise(this.#dataFolder);
    const from = `host=127.0.0.1 port=${primary.port} application_name=${standbyName}`;
    const options = ["-d", from, "--write-recovery-conf", "-c", "fast"];
    await run(program("pg_basebackup"), [...commonOptions(this.#dataFolder), ...options]);
  }

  /** From now on, a commit waits until the standby has it on its disk too. */
  async awaitStandby(): Promise<void> {
    await using sql = new Bun.SQL(this.url(), { max: 1 });
    await sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
    await sql`SELECT pg_reload_conf()`;
  }

  /** A standby becomes the primary. It has no standby of its own to wait for. */
  async promote(): Promise<void> {
    await using sql = new Bun.SQL(this.url(), { max: 1 });
    await sql`SELECT pg_promote()`;
    await sql.unsafe("ALTER SYSTEM RESET synchronous_standby_names");
    await sql`SELECT pg_reload_conf()`;
  }

  /** Starts the server again after `stop` or `kill`. */
  async startAgain(): Promise<void> {
    const settings = [
      `port=${this.port}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${this.folder}`,
      ...this.#settings,
    ];
    this.#engine = await EngineProcess.start({
      name: "PostgreSQL",
      command: asUser([
        program("postgres"),
        "-D",
        this.#dataFolder,
        ...settings.flatMap((setting) => ["-c", setting]),
      ]),
      under: this.#under,
      endsWithGroup: this.#endsWithGroup,
      logFile: join(this.folder, "postgres.log"),
      isReady: () => isReady(this.port),
    });
  }

  /** The main process of the server. */
  get process(): EngineProcess {
    if (this.#engine === null) throw new Error("PostgreSQL was not started.");
    return this.#engine;
  }

  url(database = "postgres"): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  get #dataFolder(): string {
    return dataFolderIn(this.folder);
  }

  /** Ends connections at once and writes everything: a fast shutdown. */
  async stop(): Promise<void> {
    await this.#engine?.stop("SIGINT");
  }

  /** Ends at once and writes nothing: an immediate shutdown, for a server whose folder is deleted afterwards. */
  async discard(): Promise<void> {
    await this.#engine?.stop("SIGQUIT");
  }

  /** Kills the main process of the server. The others end when they notice. */
  async kill(): Promise<void> {
    await this.#engine?.kill();
  }
}

/** Fills a folder with a database of which servers can start as copies. */
export async function initialisePostgres(folder: string): Promise<void> {
  await makeFolder(folder);
  await initialise(dataFolderIn(folder));
}

function dataFolderIn(folder: string): string {
  return join(folder, "data");
}

async function initialise(dataFolder: string): Promise<void> {
  const options = ["--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"];
  await run(program("initdb"), [...commonOptions(dataFolder), ...options]);
}

function commonOptions(dataFolder: string): string[] {
  return ["-D", dataFolder, "-U", user, "--no-sync"];
}

async function isReady(port: number): Promise<boolean> {
  const asked = Bun.spawn([program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", String(port), "-U", user]);
  return (await asked.exited) === 0;
}

/** Debian keeps the programs of the server in a folder per version, which is not in the PATH. */
function program(name: string): string {
  const found = [...new Bun.Glob(`*/bin/${name}`).scanSync({ cwd: debianFolder, onlyFiles: false })];
  const newest = found.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)).at(-1);
  return newest === undefined ? name : join(debianFolder, newest);
}

/** Not with runuser, which would stay in between and keep signals from the server. */
function asUser(command: readonly string[]): string[] {
  if (!isRoot) return [...command];
  return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", ...command];
}

async function makeFolder(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (!isRoot) return;
  const id = Number(Bun.spawnSync(["id", "-u", user]).stdout.toString());
  const group = Number(Bun.spawnSync(["id", "-g", user]).stdout.toString());
  chownSync(folder, id, group);
  chmodSync(folder, 0o700);
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const running = Bun.spawn(asUser([command, ...args]), { stdout: "ignore", stderr: "pipe" });
  const complaint = await running.stderr.text();
  if ((await running.exited) !== 0) throw new Error(`${command} failed: ${complaint.trim()}`);
}
