import { DeliveryError } from "./delivery-error.ts";

/** The host to connect to, from the URL of a message. */
export interface Target {
  readonly scheme: Scheme;
  /** A name, or an IP address without brackets, in the form of the URL standard. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

const schemes = {
  http: { port: 80, isTls: false },
  https: { port: 443, isTls: true },
  mqtt: { port: 1883, isTls: false },
  mqtts: { port: 8883, isTls: true },
} as const;
type Scheme = keyof typeof schemes;

const urlCharsMax = 2048;

/** Reads the URL of a webhook. Throws a DeliveryError that says what is wrong with it. */
export function webhookTarget(text: string): Target & { readonly path: string } {
  const url = parseUrl(text, ["http", "https"]);
  return { ...targetOf(url, url.hostname), path: url.pathname + url.search };
}

/** Reads the URL of an MQTT broker. */
export function mqttTarget(text: string): Target {
  const url = parseUrl(text, ["mqtt", "mqtts"]);
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    throw invalid("must end after the host and the port");
  }
  // The URL standard does not normalise hosts of unknown schemes; as part of an HTTP URL, every spelling of an address gets one
  // form.
  const host = URL.parse(`http://${url.hostname}/`)?.hostname;
  if (host === undefined) throw invalid("has no valid host");
  return targetOf(url, host);
}

/** `scheme://host:port`, the same text for all spellings. */
export function originOf({ scheme, host, port }: Target): string {
  return `${scheme}://${authorityOf(host)}:${port}`;
}

/** The host as it appears in a URL or a Host header. */
export function authorityOf(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function parseUrl(text: string, allowed: readonly Scheme[]): URL {
  if (text.length > urlCharsMax) throw invalid(`is longer than ${urlCharsMax} characters`);
  // A parser silently drops some of these, so that it reads something else than a person sees.
  if (/[\s\p{Cc}]/u.test(text)) throw invalid("must not contain spaces or control characters");
  const url = URL.parse(text);
  if (url === null) throw invalid("is not valid");
  if (!allowed.some((scheme) => url.protocol === `${scheme}:`)) {
    throw invalid(`must begin with ${allowed.map((scheme) => `${scheme}://`).join(" or ")}`);
  }
  if (url.username !== "" || url.password !== "") throw invalid("must not contain a user name or password");
  if (url.hostname === "") throw invalid("has no host");
  if (url.port === "0") throw invalid("has no valid port");
  return url;
}

function targetOf(url: URL, hostname: string): Target {
  const scheme = url.protocol.slice(0, -1) as Scheme;
  // "example.org." is the same host as "example.org", but no certificate names it like that.
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (host === "") throw invalid("has no host");
  const { port, isTls } = schemes[scheme];
  return { scheme, host, port: url.port === "" ? port : Number(url.port), isTls };
}

function invalid(problem: string): DeliveryError {
  return new DeliveryError("hopeless", `The URL ${problem}.`);
}
