import { networkInterfaces } from "node:os";
import { apiPrefix, endpointPaths } from "@weir/protocol/contracts";
import type { EmbeddedServer } from "../compose/embedded.ts";
import type { EffectiveConfig } from "../config/describe-config.ts";
import type { Config } from "../config/settings.ts";
import type { Demo } from "../manage/demo.ts";
import { isLoopback } from "../platform/address.ts";
import { weirVersion } from "../platform/version.ts";
import { commandName } from "./command-name.ts";
import { shellQuote } from "./shell-quote.ts";

const demoValue = 21.5;

/** What a person reads when the server has started. Lines to paste start at the margin and are one line each. */
export function serveBanner(server: EmbeddedServer, effective: EffectiveConfig): string {
  const url = reachableUrl(server.url);
  const { config, origins } = effective;
  const dataFlag = origins.data.source === "default" ? "" : ` --data ${shellQuote(config.data)}`;
  const weir = (words: string) => `${commandName()} ${words}${dataFlag}`;
  const heading = [
    `Weir ${weirVersion} is listening on ${url}${url === server.url ? "" : " and this machine's other addresses"}`,
    "",
    `  Dashboard    ${server.dashboardProblem ?? dashboardUrl(url, config)}`,
    `  Devices      ${deviceAddresses(url, config)}`,
    `  API docs     ${url}/docs`,
    `  Data folder  ${config.data}`,
  ];
  if (server.setupSecret !== null) {
    heading.push(
      "",
      "Nobody can sign in yet. This link makes the owner, once:",
      "",
      `${dashboardUrl(url, config)}/setup#${server.setupSecret}`,
    );
  }
  const next = server.demo === null ? laterStart(weir) : firstStart(url, server.demo, weir);
  return [...heading, "", ...next, "", "Stop it with Ctrl-C."].join("\n");
}

/** Nobody can sign in over plain HTTP but on this machine, so a public address without TLS is one for devices only. */
function dashboardUrl(url: string, { publicUrl }: Config): string {
  return publicUrl?.startsWith("https:") ? publicUrl : url;
}

/** Where a board on the bench finds the server. By default that is nowhere, which has to be said before somebody tries. */
function deviceAddresses(url: string, { host, publicUrl }: Config): string {
  if (publicUrl !== null) return publicUrl;
  if (isLoopback(host)) return "on this machine only; with --host 0.0.0.0 others reach it too";
  if (!isEveryAddress(host)) return url;
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  const { protocol, port } = new URL(url);
  const urls = outer.map(({ address }) => `${protocol}//${address}${port === "" ? "" : `:${port}`}`);
  return urls.length > 0 ? urls.join(" or ") : "on this machine only; it has no other address now";
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function firstStart(url: string, demo: Demo, weir: (words: string) => string): string[] {
  const sensor = demo.sensors[0]!.slug;
  return [
    "This is the first start, so there is a demo device to try it with. Send a reading:",
    "",
    demoRequest(url, demo, sensor),
    "",
    "See what arrived:",
    "",
    weir(`readings --device ${demo.uuid} --sensor ${sensor}`),
    "",
    "The token is not printed again. To see it later:",
    "",
    weir(`device token ${demo.uuid}`),
  ];
}

function laterStart(weir: (words: string) => string): string[] {
  return ["Your devices:", "", weir("device list")];
}

function demoRequest(url: string, { uuid, token }: Demo, sensor: string): string {
  const path = endpointPaths.single.replace("{device_uuid}", uuid).replace("{sensor}", sensor);
  const headers = [
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json",
  ];
  // A certificate for trying things out is rarely one that curl trusts.
  const insecure = url.startsWith("https:") ? " -k" : "";
  const body = JSON.stringify({ data: { value: demoValue } });
  const words = [`${url}${apiPrefix}${path}`, ...headers.flatMap((header) => ["-H", header]), "-d", body];
  return `curl -sS${insecure} -w '\\n' ${words.map(shellQuote).join(" ")}`;
}

/** A server that listens on every address is reached on this machine by the loopback one. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]");
}
