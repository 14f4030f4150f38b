import { fail, type Result, succeed } from "@weir/protocol/result";

export const urlLengthMax = 2048;

/** The URL in the one spelling that delivery and its limits use. */
type UrlResult = Result<string, string>;

const brokerPorts: ReadonlyMap<string, string> = new Map([
  ["mqtt:", "1883"],
  ["mqtts:", "8883"],
]);

export function readWebhookUrl(text: string): UrlResult {
  const read = readUrl(text, ["http:", "https:"]);
  if (!read.ok) return read;
  const url = read.value;
  // A server never sees the fragment.
  url.hash = "";
  if (url.href.length > urlLengthMax)
    return fail(`must be at most ${urlLengthMax} characters long when percent-encoded`);
  return succeed(url.href);
}

/** Parses `mqtt://host[:port]` or `mqtts://host[:port]`; the result always names the port. */
export function readBrokerUrl(text: string): UrlResult {
  const read = readUrl(text, [...brokerPorts.keys()]);
  if (!read.ok) return read;
  const url = read.value;
  const isBare = (url.pathname === "" || url.pathname === "/") && url.search === "" && url.hash === "";
  if (!isBare) return fail("must end after host and port");
  // Hosts are normalised for web schemes only: names in lower case and ASCII, addresses in their usual form.
  const host = URL.parse(`http://${url.hostname}`)?.hostname;
  if (host === undefined) return fail("must name a host");
  return succeed(`${url.protocol}//${host}:${url.port || brokerPorts.get(url.protocol)}`);
}

function readUrl(text: string, protocols: readonly string[]): Result<URL, string> {
  // A parser silently drops some of these, so that it reads something else than a person sees.
  if (/[\s\p{Cc}]/u.test(text)) return fail("must not contain spaces or control characters");
  const url = URL.parse(text);
  if (url === null || !protocols.includes(url.protocol)) {
    return fail(
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );
  }
  if (url.username !== "" || url.password !== "") return fail("must not contain a user name or password");
  if (url.hostname === "") return fail("must name a host");
  return url.port === "0" ? fail("must name a port from 1 to 65535") : succeed(url);
}
