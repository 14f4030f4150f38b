import { expect, test } from "bun:test";
import { customHeaderLines } from "./custom-headers.ts";

test("sends the headers of a chain unchanged, without spaces around the value", () => {
  expect(customHeaderLines({ Authorization: "Bearer abc", "X-Site": "  north " })).toEqual([
    "Authorization: Bearer abc",
    "X-Site: north",
  ]);
});

test.each([
  "Host",
  "HOST",
  "Content-Length",
  "Transfer-Encoding",
  "Connection",
  "Content-Type",
  "User-Agent",
  "Idempotency-Key",
  "webhook-id",
  "Webhook-Timestamp",
  "WEBHOOK-SIGNATURE",
  "Expect",
  "Upgrade",
  "TE",
  "Trailer",
  "Keep-Alive",
  "Content-Encoding",
  "Proxy-Authorization",
])("leaves out %s, which delivery sets itself", (name) => {
  expect(customHeaderLines({ [name]: "x", "X-Other": "y" })).toEqual(["X-Other: y"]);
});

test.each([
  ["X\r\nHost", "x"],
  ["X Y", "x"],
  ["X:", "x"],
  ["", "x"],
  ["Größe", "x"],
  ["Host ", "x"],
  ["X", "a\r\nHost: inside"],
  ["X", "a\nb"],
  ["X", "a\rb"],
  ["X", "a\0b"],
  ["X", "a\u2028b"],
  ["X", "größer"],
])("gives up on a message with the header %p: %p", (name, value) => {
  expect(() => customHeaderLines({ [name]: value })).toThrow();
});

test("limits their number and size", () => {
  const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`X-${index}`, "x"]));
  expect(() => customHeaderLines(many)).toThrow("more than 32");
  expect(() => customHeaderLines({ X: "x".repeat(8192) })).toThrow("exceed 8192");
});
