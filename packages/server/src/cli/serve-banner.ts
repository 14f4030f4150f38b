import { realpathSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { relative } from "node:path";
import { apiPrefix, endpointPaths } from "@weir/protocol/contracts";
import type { EffectiveConfig } from "../config/load-config.ts";
import type { Config } from "../config/settings.ts";
import type { Demo } from "../manage/system/demo.ts";
import { isLoopback } from "../platform/address.ts";
import { reachableUrl } from "../platform/reachable-url.ts";
import { weirVersion } from "../platform/version.ts";
import type { RunningServer } from "../roles/all.ts";
import { shellQuote } from "./shell-quote.ts";

const launcher = Bun.fileURLToPath(new URL("../../../../bin/weir", import.meta.url));

/** How to run this Weir from the working directory: `weir` if that is this one, else its path. */
function commandName(): string {
  const onPath = Bun.which("weir");
  if (onPath !== null && realpathSync(onPath) === realpathSync(launcher)) return "weir";
  const path = relative(process.cwd(), launcher);
  return shellQuote(path.startsWith("..") ? launcher : path);
}

const demoValue = 21.5;

/** The text printed when the server has started. Commands to copy are one line each and start at the margin. */
export function serveBanner(server: RunningServer, effective: EffectiveConfig): string {
  const url = reachableUrl(server.url);
  const { config, origins } = effective;
  const dataFlag = origins.data.source === "default" ? "" : ` --data ${shellQuote(config.data)}`;
  const weir = (words: string) => `${commandName()} ${words}${dataFlag}`;
  const heading = [
    `Weir ${weirVersion} is listening on ${url}${url === server.url ? "" : " and the other addresses of this machine"}`,
    "",
    `  Dashboard    ${server.dashboardProblem ?? dashboardUrl(url, config)}`,
    `  Devices      ${deviceAddresses(url, config)}`,
    `  Docs         ${url}/docs`,
    `  Data folder  ${config.data}`,
  ];
  if (server.setupSecret !== null) {
    heading.push(
      "",
      "No one can sign in yet. Open this link to create the owner account. It works once:",
      "",
      `${dashboardUrl(url, config)}/setup#${server.setupSecret}`,
    );
  }
  const next = server.demo === null ? laterStart(weir) : firstStart(url, server.demo, weir);
  return [...heading, "", ...next, "", "Press Ctrl-C to stop."].join("\n");
}

/** Signing in over plain HTTP works on this machine only, so a public address without TLS is for devices only. */
function dashboardUrl(url: string, { publicUrl }: Config): string {
  return publicUrl?.startsWith("https:") ? publicUrl : url;
}

/** The addresses that devices can use. By default other machines cannot connect, and the text says so. */
function deviceAddresses(url: string, { host, publicUrl }: Config): string {
  if (publicUrl !== null) return publicUrl;
  if (isLoopback(host)) return "on this machine only; use --host 0.0.0.0 to let other machines connect";
  if (!isEveryAddress(host)) return url;
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  const { protocol, port } = new URL(url);
  const urls = outer.map(({ address }) => `${protocol}//${address}${port === "" ? "" : `:${port}`}`);
  return urls.length > 0 ? urls.join(" or ") : "on this machine only; it has no other address";
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function firstStart(url: string, demo: Demo, weir: (words: string) => string): string[] {
  const sensor = demo.sensors[0]!.slug;
  return [
    "This first start created a demo device. Send a reading:",
    "",
    demoRequest(url, demo),
    "",
    "Show the stored readings:",
    "",
    weir(`readings --device ${demo.uuid} --sensor ${sensor}`),
    "",
    "The token is printed only once. Show it again:",
    "",
    weir(`device token ${demo.uuid}`),
  ];
}

function laterStart(weir: (words: string) => string): string[] {
  return ["Your devices:", "", weir("device list")];
}

/** The command that sends a reading of the demo device. */
export function demoRequest(url: string, { uuid, token, sensors }: Demo): string {
  const sensor = sensors[0]!.slug;
  const path = endpointPaths.single.replace("{device_uuid}", uuid).replace("{sensor}", sensor);
  const headers = [
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json",
  ];
  // curl rarely trusts a certificate that was made for testing.
  const insecure = url.startsWith("https:") ? " -k" : "";
  const body = JSON.stringify({ data: { value: demoValue } });
  const words = [`${url}${apiPrefix}${path}`, ...headers.flatMap((header) => ["-H", header]), "-d", body];
  return `curl -sS${insecure} -w '\\n' ${words.map(shellQuote).join(" ")}`;
}
