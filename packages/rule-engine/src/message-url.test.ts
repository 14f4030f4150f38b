import { describe, expect, test } from "bun:test";
import { readBrokerUrl, readWebhookUrl } from "./message-url.ts";

function read(result: ReturnType<typeof readWebhookUrl>): string {
  return result.ok ? result.value : `refused: ${result.error}`;
}

describe("webhooks", () => {
  test.each([
    ["https://example.com", "https://example.com/"],
    ["HTTP://Example.COM:80/Path?q=1", "http://example.com/Path?q=1"],
    ["https://example.com:8443/a b".replace(" ", "%20"), "https://example.com:8443/a%20b"],
    ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"],
    ["https://example.com/#part", "https://example.com/"],
  ])("accept %s as %s", (text, url) => {
    expect(read(readWebhookUrl(text))).toBe(url);
  });

  test.each([
    ["example.com", "must be a URL that begins with http:// or https://"],
    ["/path", "must be a URL that begins with http:// or https://"],
    ["ftp://example.com", "must be a URL that begins with http:// or https://"],
    ["javascript:alert(1)", "must be a URL that begins with http:// or https://"],
    ["file:///etc/passwd", "must be a URL that begins with http:// or https://"],
    ["mqtt://example.com", "must be a URL that begins with http:// or https://"],
    ["http://", "must be a URL that begins with http:// or https://"],
    ["https://user@example.com", "must not contain a user name or password"],
    ["https://user:secret@example.com", "must not contain a user name or password"],
    ["https://:secret@example.com", "must not contain a user name or password"],
    ["https://exa mple.com", "must not contain spaces or control characters"],
    ["https://example.com/\r\nX: y", "must not contain spaces or control characters"],
    [" https://example.com", "must not contain spaces or control characters"],
    ["https://exam\tple.com", "must not contain spaces or control characters"],
    ["https://example.com:0", "must name a port from 1 to 65535"],
    ["https://example.com:65536", "must be a URL that begins with http:// or https://"],
    [`https://example.com/${"ä".repeat(400)}`, "must be at most 2048 characters long when percent-encoded"],
  ])("refuse %j", (text, problem) => {
    expect(read(readWebhookUrl(text))).toBe(`refused: ${problem}`);
  });
});

describe("brokers", () => {
  test.each([
    ["mqtt://broker.example", "mqtt://broker.example:1883"],
    ["mqtts://broker.example", "mqtts://broker.example:8883"],
    ["mqtt://broker.example:80", "mqtt://broker.example:80"],
    ["mqtts://Broker.Example:1883/", "mqtts://broker.example:1883"],
    ["mqtt://0x7f.1", "mqtt://127.0.0.1:1883"],
    ["mqtt://[::1]:1884", "mqtt://[::1]:1884"],
  ])("accept %s as %s", (text, url) => {
    expect(read(readBrokerUrl(text))).toBe(url);
  });

  test.each([
    ["broker.example:1883", "must be a URL that begins with mqtt:// or mqtts://"],
    ["http://broker.example", "must be a URL that begins with mqtt:// or mqtts://"],
    ["ws://broker.example", "must be a URL that begins with mqtt:// or mqtts://"],
    ["mqtt://", "must name a host"],
    ["mqtt:broker", "must name a host"],
    ["mqtt://user:secret@broker.example", "must not contain a user name or password"],
    ["mqtt://broker.example/topic", "must end after host and port"],
    ["mqtt://broker.example?x", "must end after host and port"],
    ["mqtt://broker.example#x", "must end after host and port"],
    ["mqtt://broker.example:0", "must name a port from 1 to 65535"],
    ["mqtt://broker%00.example", "must name a host"],
    ["mqtt://broker example", "must not contain spaces or control characters"],
  ])("refuse %j", (text, problem) => {
    expect(read(readBrokerUrl(text))).toBe(`refused: ${problem}`);
  });
});
