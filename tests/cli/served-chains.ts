import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import {
  type CreatedDevice,
  createDevice,
  post,
  type ServingWeir,
  serve,
  weir,
  weirJson,
} from "./weir-command.ts";

/** A node without what only an editor needs. */
interface BriefNode {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

export const node = (id: string, type: string, config: object = {}): BriefNode => ({ id, type, config });
export const wire = (from: string, output: string, to: string) => ({ from, output, to });

/** A running server whose devices have chains of their own, all by commands as people type them. */
export class ServedChains implements AsyncDisposable {
  readonly dataDir: string;
  readonly #folder: ReturnType<typeof tempFolder>;
  #server: ServingWeir;

  private constructor(folder: ReturnType<typeof tempFolder>, dataDir: string, server: ServingWeir) {
    this.#folder = folder;
    this.dataDir = dataDir;
    this.#server = server;
  }

  static async start(...flags: string[]): Promise<ServedChains> {
    const folder = tempFolder();
    const dataDir = join(folder.path, "data");
    return new ServedChains(folder, dataDir, await serve(dataDir, "--no-demo", ...flags));
  }

  get url(): string {
    return this.#server.url;
  }

  run(...args: string[]) {
    return weir([...args, "--data", this.dataDir]);
  }

  json<T>(...args: string[]): Promise<T> {
    return weirJson<T>([...args, "--json", "--data", this.dataDir]);
  }

  /** A new device with a sensor `a`, all of whose readings go through this chain. */
  async addDevice(
    chain: string,
    nodes: readonly BriefNode[],
    wires: readonly object[],
  ): Promise<CreatedDevice> {
    const device = await createDevice(this.dataDir, "a");
    const file = join(this.#folder.path, `${device.uuid}.json`);
    const definition = { nodes, wires };
    writeFileSync(file, JSON.stringify({ format: "weir-chain", version: 1, name: chain, definition }));
    await this.json("chain", "import", file, "--publish");
    await this.json("chain", "assign", chain, "--device", device.uuid);
    return device;
  }

  /** Sends one request with these readings, and sees it accepted. */
  async send(device: CreatedDevice, ...values: number[]): Promise<void> {
    const { uuid, token } = device;
    const data = values.map((value) => ({ value }));
    const answer = await post({ url: this.url, device: uuid, token, sensor: "a", data });
    if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    this.#server.kill("SIGTERM");
    await this.#server.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
