import { mkdirSync } from "node:fs";
import type { Command } from "commander";
import { isCluster } from "../../config/is-cluster.ts";
import type { Config } from "../../config/settings.ts";
import { manageByServer } from "../../installation/embedded/control-socket.ts";
import { hasControlData } from "../../installation/open-installation.ts";
import { createLog, reasonOf } from "../../platform/log.ts";
import { operatorHeaders } from "../../platform/operator-name.ts";
import type { ApiHere } from "../../roles/manage/open-api-here.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "../command-options.ts";
import { CommandFailure } from "../failure.ts";
import { ApiClient, type Send } from "./api-client.ts";
import { StoredLogins } from "./stored-logins.ts";

/** The options of every command of the management API. */
export interface ApiOptions {
  readonly url?: string;
  readonly json?: true;
}

export function takeApiOptions(command: Command, jsonHelp?: string): Command {
  command.option(
    "--url <address>",
    "Address of a remote server, such as https://weir.example.org; see weir login",
  );
  return takeJson(takeDataFolder(command), jsonHelp);
}

/**
 * Runs a command on the management API: on the server at `--url` with its API key, else on the server that runs on the
 * data folder, else in this process, on the data folder or on the engines of a cluster. `begins` is for commands that
 * create a missing installation, `needsServer` for commands that cannot use the API in this process, and `staysHere` for
 * commands on the installation itself, which take no `--url`.
 */
export async function withApi<T>(
  command: Command,
  work: (api: ApiClient) => Promise<T>,
  needs: LocalNeeds = {},
): Promise<T> {
  const url = needs.staysHere
    ? undefined
    : (command.optsWithGlobals<ApiOptions>().url ?? process.env.WEIR_URL);
  if (url !== undefined) return work(new ApiClient(sendToUrl(addressOf(url)), { isOperator: false }));
  await using local = new LocalServer(effectiveConfig(command).config, needs);
  return await work(new ApiClient(local.send, { isOperator: true }));
}

export interface LocalNeeds {
  readonly begins?: boolean;
  readonly needsServer?: boolean;
  readonly staysHere?: boolean;
}

/** The server on the data folder, or the same API in this process. The API of a cluster is always in this process. */
class LocalServer implements AsyncDisposable {
  readonly #config: Config;
  readonly #needs: LocalNeeds;
  #here: ApiHere | null = null;

  constructor(config: Config, needs: LocalNeeds) {
    this.#config = config;
    this.#needs = needs;
  }

  readonly send: Send = async (target, given) => {
    const headers = {
      ...(given.headers as Record<string, string>),
      ...operatorHeaders(process.env.SUDO_USER),
    };
    const init = { ...given, headers };
    if (this.#here === null && !isCluster(this.#config)) {
      const answered = await manageByServer(this.#config.data, target, init);
      if (answered !== null) return answered;
    }
    this.#here ??= await this.#open();
    return this.#here.answer(new Request(`http://weir${target}`, init));
  };

  async #open(): Promise<ApiHere> {
    const { begins = false } = this.#needs;
    if (!isCluster(this.#config)) this.#requireFolder(begins);
    const { openApiHere } = await import("../../roles/manage/open-api-here.ts");
    return openApiHere(this.#config, { log: createLog("warn", "command", warn), begins });
  }

  #requireFolder(begins: boolean): void {
    const { data } = this.#config;
    if (this.#needs.needsServer)
      throw new CommandFailure("server_not_running", `No server is running on ${data}.`);
    if (begins) mkdirSync(data, { recursive: true, mode: 0o700 });
    else if (!hasControlData(data)) {
      const message = `${data} contains no Weir data. Check the path, or create a device first.`;
      throw new CommandFailure("control_data_unavailable", message);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#here?.close();
  }
}

/** Shows what a server would log to the person at the terminal. */
function warn(line: string): void {
  const { message, what, reason } = JSON.parse(line) as Readonly<Record<string, string | undefined>>;
  const about = [what, reason].filter((text) => text !== undefined).join(": ");
  process.stderr.write(`warning: ${message}${about === "" ? "" : ` (${about})`}\n`);
}

/** The address up to the host, by which keys are stored. */
export function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url.origin;
  throw new CommandFailure(
    "bad_url",
    `"${text}" is not a server address. Use the form https://weir.example.org.`,
  );
}

function sendToUrl(address: string): Send {
  const ofEnvironment = process.env.WEIR_API_KEY;
  const key = ofEnvironment ?? new StoredLogins(process.env).keyFor(address);
  if (key === null) {
    const message = `No API key is stored for ${address}. Store one with: weir login ${address}`;
    throw new CommandFailure("not_signed_in", message);
  }
  const send = sendWithKey(address, key);
  return async (target, init) => {
    const response = await send(target, init);
    if (response.status === 401) throw keyRejected(address, ofEnvironment !== undefined);
    return response;
  };
}

/** A key in the environment counts before stored ones, so storing another would not help. */
function keyRejected(address: string, isOfEnvironment: boolean): CommandFailure {
  const [which, remedy] = isOfEnvironment
    ? ["in WEIR_API_KEY", "set WEIR_API_KEY to it"]
    : ["that is stored for it", `store it with: weir login ${address}`];
  const message = `${address} rejected the API key ${which}. It was revoked, has expired or is wrong. Create another one in the dashboard in Settings > API keys, and ${remedy}`;
  return new CommandFailure("not_signed_in", message);
}

export function sendWithKey(address: string, key: string): Send {
  return async (target, init) => {
    const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` };
    try {
      return await fetch(address + target, { ...init, headers });
    } catch (error) {
      throw new CommandFailure("unreachable", `Cannot reach ${address}: ${reasonOf(error)}`);
    }
  };
}
