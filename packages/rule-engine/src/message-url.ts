export const urlLengthMax = 2048;

/** The URL in the one spelling that delivery and its limits use. */
type UrlResult = { ok: true; url: string } | { ok: false; problem: string };

const brokerPorts: ReadonlyMap<string, string> = new Map([
  ["mqtt:", "1883"],
  ["mqtts:", "8883"],
]);

export function readWebhookUrl(text: string): UrlResult {
  const url = readUrl(text, ["http:", "https:"]);
  if (typeof url === "string") return { ok: false, problem: url };
  // A server never sees the fragment.
  url.hash = "";
  if (url.href.length > urlLengthMax) {
    return { ok: false, problem: `must be at most ${urlLengthMax} characters long when percent-encoded` };
  }
  return { ok: true, url: url.href };
}

/** Parses `mqtt://host[:port]` or `mqtts://host[:port]`; the result always names the port. */
export function readBrokerUrl(text: string): UrlResult {
  const url = readUrl(text, [...brokerPorts.keys()]);
  if (typeof url === "string") return { ok: false, problem: url };
  const isBare = (url.pathname === "" || url.pathname === "/") && url.search === "" && url.hash === "";
  if (!isBare) return { ok: false, problem: "must end after host and port" };
  // Hosts are normalised for web schemes only: names in lower case and ASCII, addresses in their usual form.
  const host = URL.parse(`http://${url.hostname}`)?.hostname;
  if (host === undefined) return { ok: false, problem: "must name a host" };
  return { ok: true, url: `${url.protocol}//${host}:${url.port || brokerPorts.get(url.protocol)}` };
}

/** Returns the URL, or its problem. */
function readUrl(text: string, protocols: readonly string[]): URL | string {
  // A parser silently drops some of these, so that it reads something else than a person sees.
  if (/[\s\p{Cc}]/u.test(text)) return "must not contain spaces or control characters";
  const url = URL.parse(text);
  if (url === null || !protocols.includes(url.protocol)) {
    return `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
  }
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (url.hostname === "") return "must name a host";
  return url.port === "0" ? "must name a port from 1 to 65535" : url;
}
