import type { Command } from "commander";
import { isLoopback } from "../platform/address.ts";
import { errorCode } from "../platform/error-code.ts";
import { ApiClient } from "./client/api-client.ts";
import { addressOf, sendWithKey } from "./client/connect.ts";
import { StoredLogins } from "./client/stored-logins.ts";
import { takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { readLine } from "./read-line.ts";

export function defineLogin(command: Command): void {
  command.description(
    "Store an API key for a remote server, for commands with --url. The key is read from standard input " +
      "and checked before it is stored. Owners create keys in the dashboard in Settings > API keys. The " +
      "scopes of a key decide what commands can do; all of them need account:read.",
  );
  command.argument("<address>", "Address of the server, such as https://weir.example.org");
  showExamples(
    command,
    "weir login https://weir.example.org",
    "weir device list --url https://weir.example.org",
  );
  takeJson(command);
  command.action(async (text: string, options: { json?: true }) => {
    const address = addressOf(text);
    if (isPlain(address)) {
      process.stderr.write(
        `Warning: ${address} is plain HTTP, so others on the network can read the API key and everything that commands send. Use https:// if the server has it.\n`,
      );
    }
    const key = await readLine("API key");
    if (key === "") throw new CommandFailure("no_key", "No API key was given, so nothing was stored.");
    const api = new ApiClient(sendWithKey(address, key), { isOperator: false });
    const account = await api.accountFor(undefined).catch((error) => {
      if (errorCode(error) === "not_signed_in")
        throw new CommandFailure("not_signed_in", `${address} rejected this API key, so nothing was stored.`);
      if (errorCode(error) === "scope_needed") throw new CommandFailure("scope_needed", scopeAdvice);
      throw error;
    });
    const logins = new StoredLogins(process.env);
    logins.store(address, key);
    if (options.json) return printJson({ url: address, account: account.name, stored_in: logins.path });
    print(`Stored the key for account ${printable(account.name)} at ${address} in ${logins.path}.`);
  });
}

const scopeAdvice =
  "The API key lacks the scope account:read, which every command needs, so nothing was stored. Create another key in the dashboard in Settings > API keys.";

/** Nobody can listen in on this machine itself. */
function isPlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}

export function defineLogout(command: Command): void {
  command.description(
    "Delete the stored API key for a server. The key stays valid until it is revoked on the server.",
  );
  command.argument("<address>", "Address of the server, such as https://weir.example.org");
  showExamples(command, "weir logout https://weir.example.org");
  takeJson(command);
  command.action((text: string, options: { json?: true }) => {
    const address = addressOf(text);
    const isForgotten = new StoredLogins(process.env).forget(address);
    if (options.json) return printJson({ url: address, forgotten: isForgotten });
    print(isForgotten ? `Deleted the stored key for ${address}.` : `No key is stored for ${address}.`);
  });
}
