import { expect, test } from "bun:test";
import { withoutUrlSecrets } from "./url-secrets.ts";

test.each([
  ["https://example.org/hooks/readings", "https://example.org/hooks/readings"],
  ["https://example.org/hooks?key=abc", "https://example.org/hooks?(hidden)"],
  ["https://ada:pw@example.org/hooks", "https://(hidden)@example.org/hooks"],
  [
    "https://example.org/services/T024/B024/XqZ7bV9kLmN2pR4sT6uW8yA1",
    "https://example.org/services/T024/B024/(hidden)",
  ],
  ["https://example.org/2f1c9f0e-8f2c-4a55-9d3b-1c2d3e4f5a6b/in", "https://example.org/(hidden)/in"],
  ["https://example.org/abcdefghijklmnopqrst", "https://example.org/(hidden)"],
  ["https://example.org/a-very-long-readable-name", "https://example.org/a-very-long-readable-name"],
  ["mqtt://broker.example.org:1883", "mqtt://broker.example.org:1883"],
  ["no url", "(hidden)"],
])("shows %s as %s", (given, shown) => {
  expect(withoutUrlSecrets(given)).toBe(shown);
});
