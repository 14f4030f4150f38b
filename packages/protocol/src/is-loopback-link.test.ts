import { expect, test } from "bun:test";
import { isLoopbackLink } from "./is-loopback-link.ts";

test.each([
  "http://localhost:8080",
  "http://weir.localhost",
  "https://127.0.0.1:8443",
  "http://[::1]:8080",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:127.1.2.3]:8080",
])("recognises %s as this machine only", (url) => {
  expect(isLoopbackLink(url)).toBe(true);
});

test.each([
  "http://192.168.1.5:8080",
  "https://weir.example.org",
  "http://localhost.example.org",
  "http://[::ffff:192.168.1.5]",
])("recognises %s as reachable by devices", (url) => {
  expect(isLoopbackLink(url)).toBe(false);
});
