import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { isListening } from "../../../../../scripts/engines/engine-process.ts";
import { ensureSystemPackages } from "../../../../../scripts/system-packages.ts";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { mqttBroker } from "../../../../../tests/harness/programs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";

/** Resolves to why there is no MQTT broker here, or null. Asked once, before the tests that need it. */
export async function whyNoBroker(): Promise<string | null> {
  const ensured = await ensureSystemPackages(mqttBroker);
  return ensured.ok ? null : ensured.problem;
}

export interface BrokerOptions {
  /** The accepted login; null accepts everybody. */
  readonly login?: { readonly username: string; readonly password: string } | null;
  readonly isTls?: boolean;
}

/** A message as mosquitto_sub prints it. */
export interface ReceivedPublish {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
  readonly retain: number;
}

/** For tests: Debian's mosquitto on its own port, with a subscriber that shows what it publishes. */
export class Broker implements AsyncDisposable {
  readonly port = freePort();
  readonly received: ReceivedPublish[] = [];
  readonly #folder = tempFolder();
  readonly #login: BrokerOptions["login"];
  readonly #isTls: boolean;
  readonly #processes: Subprocess[] = [];

  private constructor({ login = null, isTls = false }: BrokerOptions) {
    this.#login = login;
    this.#isTls = isTls;
  }

  static async start(options: BrokerOptions = {}): Promise<Broker> {
    const broker = new Broker(options);
    await broker.#writeConfig();
    broker.#run(["mosquitto", "-c", join(broker.#folder.path, "mosquitto.conf")]);
    await waitUntil("the broker listens", () => isListening(broker.port));
    // A retained message is the first that the subscriber gets, and shows that it is ready.
    await broker.#client("mosquitto_pub", ["-r", "-t", "ready", "-m", "yes"]).exited;
    void broker.#follow(broker.#client("mosquitto_sub", ["-q", "1", "-t", "#", "-F", "%j"]).stdout);
    await waitUntil("the subscriber is there", () => broker.received.length === 1);
    broker.received.length = 0;
    return broker;
  }

  get url(): string {
    return `${this.#isTls ? "mqtts" : "mqtt"}://127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes) process.kill("SIGKILL");
    await Promise.all(this.#processes.map(({ exited }) => exited));
    this.#folder[Symbol.dispose]();
  }

  async #writeConfig(): Promise<void> {
    const { path } = this.#folder;
    const { certFile, keyFile } = tlsFixture("first");
    const lines = [
      `listener ${this.port} 127.0.0.1`,
      ...(this.#isTls ? [`certfile ${certFile}`, `keyfile ${keyFile}`] : []),
      "persistence false",
      "log_dest none",
      // Started by root, it would change to a user who may not read this folder.
      ...(process.getuid?.() === 0 ? ["user root"] : []),
    ];
    const passwordFile = join(path, "passwords");
    if (this.#login === null || this.#login === undefined) lines.push("allow_anonymous true");
    else {
      const { username, password } = this.#login;
      await Bun.spawn(["mosquitto_passwd", "-b", "-c", passwordFile, username, password]).exited;
      lines.push("allow_anonymous false", `password_file ${passwordFile}`);
    }
    writeFileSync(join(path, "mosquitto.conf"), `${lines.join("\n")}\n`);
  }

  #client(name: string, options: readonly string[]): Subprocess<"ignore", "pipe", "ignore"> {
    const { certFile } = tlsFixture("first");
    const login = this.#login ? ["-u", this.#login.username, "-P", this.#login.password] : [];
    const tls = this.#isTls ? ["--cafile", certFile] : [];
    return this.#run([name, "-h", "127.0.0.1", "-p", String(this.port), ...login, ...tls, ...options]);
  }

  async #follow(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let unread = "";
    for await (const chunk of output) {
      const lines = (unread + decoder.decode(chunk, { stream: true })).split("\n");
      unread = lines.pop()!;
      this.received.push(...lines.map((line) => JSON.parse(line) as ReceivedPublish));
    }
  }

  #run(command: string[]): Subprocess<"ignore", "pipe", "ignore"> {
    const PATH = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;
    const options = {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      env: { ...process.env, PATH },
    } as const;
    const [name = "", ...rest] = command;
    const run = Bun.spawn([Bun.which(name, { PATH }) ?? name, ...rest], options);
    this.#processes.push(run);
    return run;
  }
}
