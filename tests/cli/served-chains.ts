import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scopes } from "@weir/protocol/manage/access";
import { BrowserSession } from "../api/browser-session.ts";
import { ClusterInstallation } from "../harness/cluster-installation.ts";
import { type GivenEngines, givenEngines } from "../harness/given-engines.ts";
import { serverCounts } from "../harness/server-on-folder.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import {
  type CommandPlace,
  type CreatedDevice,
  type ListedReading,
  listReadings,
  placeOf,
  post,
  serve,
  weir,
  weirJson,
} from "./weir-command.ts";

/** A node without the fields that only an editor needs. */
interface BriefNode {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

export const node = (id: string, type: string, config: object = {}): BriefNode => ({ id, type, config });
export const wire = (from: string, output: string, to: string) => ({ from, output, to });

type Settings = Readonly<Record<string, string>>;

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly place: CommandPlace;
  /** Null in a cluster. */
  readonly dataDir: string | null;
  /** The name of its account. */
  readonly account: string;
  /** Waits until nothing that was accepted is left to be processed. */
  untilSettled(): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * A running installation whose devices have their own chains, all created by commands as people type them. On one
 * machine, commands use its data folder. In a cluster, they use an API key of its first account.
 */
export class ServedChains implements AsyncDisposable {
  readonly #folder: ReturnType<typeof tempFolder>;
  readonly #served: Served;

  private constructor(folder: ReturnType<typeof tempFolder>, served: Served) {
    this.#folder = folder;
    this.#served = served;
  }

  /** Settings by name. */
  static async start(settings: Settings = {}): Promise<ServedChains> {
    const folder = tempFolder();
    const served = await (givenEngines === null
      ? serveHere(join(folder.path, "data"), settings)
      : serveCluster(givenEngines, settings));
    return new ServedChains(folder, served);
  }

  get url(): string {
    return this.#served.url;
  }

  get place(): CommandPlace {
    return this.#served.place;
  }

  get account(): string {
    return this.#served.account;
  }

  /** Throws in a cluster, which has no data folder. */
  get dataDir(): string {
    const { dataDir } = this.#served;
    if (dataDir === null) throw new Error("A cluster has no data folder.");
    return dataDir;
  }

  run(...args: string[]) {
    return weir([...args, ...this.place.args], this.place.env);
  }

  json<T>(...args: string[]): Promise<T> {
    return weirJson<T>([...args, "--json"], this.place);
  }

  readings(device: CreatedDevice, sensor = "a"): Promise<ListedReading[]> {
    return listReadings(this.place, device.uuid, sensor);
  }

  createDevice(...sensors: string[]): Promise<CreatedDevice> {
    return this.json("device", "create", "Boiler", "--sensor", ...sensors);
  }

  /** A file in the format of `weir chain import`. */
  chainFile(name: string, definition: object): string {
    const file = join(this.#folder.path, `${crypto.randomUUID()}.json`);
    writeFileSync(file, JSON.stringify({ format: "weir-chain", version: 1, name, definition }));
    return file;
  }

  /** A new device with a sensor `a`. All of its readings go through this chain. */
  async addDevice(
    chain: string,
    nodes: readonly BriefNode[],
    wires: readonly object[],
  ): Promise<CreatedDevice> {
    const device = await this.createDevice("a");
    await this.json("chain", "import", this.chainFile(chain, { nodes, wires }), "--publish");
    await this.json("chain", "assign", chain, "--device", device.uuid);
    return device;
  }

  /** Sends one request with these readings and checks that it is accepted. */
  async send(device: CreatedDevice, ...values: number[]): Promise<void> {
    const { uuid, token } = device;
    const data = values.map((value) => ({ value }));
    const answer = await post({ url: this.url, device: uuid, token, sensor: "a", data });
    if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  }

  untilSettled(): Promise<unknown> {
    return this.#served.untilSettled();
  }

  stop(): Promise<void> {
    return this.#served.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

async function serveHere(dataDir: string, settings: Settings): Promise<Served> {
  const flags = Object.entries(settings).flatMap(([name, value]) => [
    `--${name.replaceAll("_", "-")}`,
    value,
  ]);
  const server = await serve(dataDir, "--no-demo", ...flags);
  return {
    url: server.url,
    dataDir,
    account: "Default",
    place: placeOf(dataDir),
    untilSettled: () =>
      waitUntil("every accepted reading is settled", async () => (await serverCounts(dataDir))?.gap === 0),
    async stop() {
      server.kill("SIGTERM");
      await server.ended;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function serveCluster(engines: GivenEngines, settings: Settings): Promise<Served> {
  const env = Object.entries(settings).map(([name, value]) => [`WEIR_${name.toUpperCase()}`, value]);
  // Its processes end if it cannot be set up.
  await using parts = new AsyncDisposableStack();
  const cluster = parts.use(new ClusterInstallation(engines, Object.fromEntries(env)));
  await cluster.start();
  const owner = await BrowserSession.setUp(cluster);
  const { json } = await owner.call("POST", "./api-keys", { name: "Commands", scopes });
  parts.move();
  return {
    url: cluster.url,
    dataDir: null,
    account: "Plant",
    place: { args: [], env: { WEIR_URL: cluster.url, WEIR_API_KEY: json.key } },
    untilSettled: () => cluster.untilSettled(),
    stop: () => cluster[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}
