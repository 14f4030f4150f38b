export const urlLengthMax = 2048;

/** The URL as it is meant, in the one spelling that delivery and its limits go by. */
type UrlResult = { ok: true; url: string } | { ok: false; problem: string };

const brokerPorts: ReadonlyMap<string, string> = new Map([
  ["mqtt:", "1883"],
  ["mqtts:", "8883"],
]);

export function readWebhookUrl(text: string): UrlResult {
  const url = readUrl(text, ["http:", "https:"]);
  if (typeof url === "string") return { ok: false, problem: url };
  // Where a page begins to be read is nothing that a server gets to see.
  url.hash = "";
  if (url.href.length > urlLengthMax) {
    return { ok: false, problem: `must be at most ${urlLengthMax} characters long when percent-encoded` };
  }
  return { ok: true, url: url.href };
}

/** Reads `mqtt://host[:port]` or `mqtts://host[:port]`; the result always names the port. */
export function readBrokerUrl(text: string): UrlResult {
  const url = readUrl(text, [...brokerPorts.keys()]);
  if (typeof url === "string") return { ok: false, problem: url };
  const isBare = (url.pathname === "" || url.pathname === "/") && url.search === "" && url.hash === "";
  if (!isBare) return { ok: false, problem: "must end after host and port" };
  // Hosts are read strictly for web schemes only: names in small letters and ASCII, addresses in their usual form.
  const host = URL.parse(`http://${url.hostname}`)?.hostname;
  if (host === undefined) return { ok: false, problem: "must name a host" };
  return { ok: true, url: `${url.protocol}//${host}:${url.port || brokerPorts.get(url.protocol)}` };
}

/** The URL, or what is wrong with it. */
function readUrl(text: string, protocols: readonly string[]): URL | string {
  // Some of these would be dropped without a word, so that what is read is not what a person sees.
  if (/[\s\p{Cc}]/u.test(text)) return "must not contain spaces or control characters";
  const url = URL.parse(text);
  if (url === null || !protocols.includes(url.protocol)) {
    return `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
  }
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (url.hostname === "") return "must name a host";
  return url.port === "0" ? "must name a port from 1 to 65535" : url;
}
