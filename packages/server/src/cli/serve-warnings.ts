import { isLoopbackLink } from "@weir/protocol/is-loopback-link";
import type { Config } from "../config/settings.ts";
import { isLoopback } from "../platform/address.ts";
import type { Log } from "../platform/log.ts";
import { hasRightsOfOthers } from "../platform/private-file.ts";
import { shellQuote } from "./shell-quote.ts";

/** Tokens are sent with every request. Without TLS, anyone who sees the traffic can read them. */
export function warnOfClearText({ host, tlsCert, trustedProxies }: Config, log: Log): void {
  if (tlsCert !== null || trustedProxies.length > 0 || isLoopback(host)) return;
  log.warn("device tokens are sent in clear text: set tls_cert and tls_key, or put a TLS proxy in front", {
    host,
  });
}

/** Without a configured address, links in mails lead to the one that the server listens on, which few people can reach. */
export function warnOfMailedLinks(
  { smtpUrl, publicUrl }: Pick<Config, "smtpUrl" | "publicUrl">,
  log: Log,
): void {
  if (smtpUrl === null || (publicUrl !== null && !isLoopbackLink(publicUrl))) return;
  log.warn("links in mails work only on this machine: set public_url to the address that people use", {
    publicUrl,
  });
}

/**
 * The files in it belong to the owner alone, but anyone who can enter the folder can see them, and replace them if it
 * is writable.
 */
export function warnOfOpenFolder({ data }: Config, log: Log): void {
  if (!hasRightsOfOthers(data)) return;
  const fix = `chmod 700 ${shellQuote(data)}`;
  log.warn(`other users of this machine can enter the data folder; to keep them out, run: ${fix}`, { data });
}
