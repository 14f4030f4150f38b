import { describe, expect, test } from "bun:test";
import { destinationOf } from "./destination.ts";
import { mqttTarget, webhookTarget } from "./target.ts";
import { mailTo, publishTo, webhookTo } from "./test-delivery.ts";

describe("webhookTarget", () => {
  test.each([
    ["http://example.org", "example.org", 80, false, "/"],
    ["https://example.org", "example.org", 443, true, "/"],
    ["HTTPS://EXAMPLE.ORG./A/b?c=d#e", "example.org", 443, true, "/A/b?c=d"],
    ["https://example.org:8443/%20ü", "example.org", 8443, true, "/%20%C3%BC"],
    ["http://münchen.example/", "xn--mnchen-3ya.example", 80, false, "/"],
    ["http://[2001:DB8::1]:81/", "2001:db8::1", 81, false, "/"],
    ["http:example.org/x", "example.org", 80, false, "/x"],
    ["http://example.org\\x", "example.org", 80, false, "/x"],
  ])("reads %s as %s", (url, host, port, isTls, path) => {
    expect(webhookTarget(url)).toMatchObject({ host, port, isTls, path });
  });

  test.each([
    ["", "is not valid"],
    ["example.org", "is not valid"],
    ["/hook", "is not valid"],
    ["ftp://example.org/", "must begin with http:// or https://"],
    ["file:///etc/passwd", "must begin with"],
    ["gopher://example.org/", "must begin with"],
    ["javascript:alert(1)", "must begin with"],
    ["data:text/plain,x", "must begin with"],
    ["mqtt://example.org", "must begin with"],
    ["unix:///var/run/docker.sock", "must begin with"],
    ["http://", "is not valid"],
    ["http://example.org:0/", "has no valid port"],
    ["http://example.org:65536/", "is not valid"],
    ["http://user@example.org/", "user name or password"],
    ["http://user:secret@example.org/", "user name or password"],
    ["http://example.org/a b", "spaces or control characters"],
    ["http://example.org/a\r\nHost: x", "spaces or control characters"],
    [`http://example.org/${"x".repeat(2048)}`, "longer than 2048"],
  ])("refuses %p permanently", (url, problem) => {
    expect(() => webhookTarget(url)).toThrow(problem);
    expect(destinationOf(webhookTo(url))).toBe("invalid");
  });

  test("does not repeat a refused URL, which may contain a secret", () => {
    expect(() => webhookTarget("http://user:hunter2@example.org/")).not.toThrow("hunter2");
  });
});

describe("mqttTarget", () => {
  test.each([
    ["mqtt://broker.example", "broker.example", 1883, false],
    ["mqtts://Broker.Example/", "broker.example", 8883, true],
    ["mqtt://broker.example:80", "broker.example", 80, false],
    ["mqtts://broker.example:443", "broker.example", 443, true],
    ["mqtt://0x7f.1", "127.0.0.1", 1883, false],
    ["mqtt://[::FFFF:127.0.0.1]", "::ffff:7f00:1", 1883, false],
    ["mqtt://１２７。０。０。１", "127.0.0.1", 1883, false],
  ])("reads %s as %s", (url, host, port, isTls) => {
    expect(mqttTarget(url)).toMatchObject({ host, port, isTls });
  });

  test.each([
    "http://broker.example",
    "mqtt:broker.example",
    "mqtt:///",
    "mqtt://",
    "mqtt://broker.example/topic",
    "mqtt://broker.example?x",
    "mqtt://broker.example#x",
    "mqtt://user:secret@broker.example",
    "mqtt://broker.example:0",
    "mqtt://127.0.0.256",
    "mqtt://a b",
  ])("refuses %p permanently", (url) => {
    expect(() => mqttTarget(url)).toThrow("The URL ");
    expect(destinationOf(publishTo(url))).toBe("invalid");
  });
});

test("identifies a destination by scheme, host and port in one spelling, and all mail as one", () => {
  const spellings = ["https://example.org/a", "https://EXAMPLE.org.:443/b?c", "https://example%2eorg"];
  expect(new Set(spellings.map((url) => destinationOf(webhookTo(url))))).toEqual(
    new Set(["https://example.org:443"]),
  );
  expect(destinationOf(webhookTo("http://example.org/"))).toBe("http://example.org:80");
  expect(destinationOf(webhookTo("http://[::1]:8080/"))).toBe("http://[::1]:8080");
  expect(destinationOf(publishTo("mqtt://example.org"))).toBe("mqtt://example.org:1883");
  expect(destinationOf(mailTo("a@example.org"))).toBe("mail");
});
