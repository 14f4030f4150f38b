import { expect, test } from "bun:test";
import { parseAnswerHead } from "./answer-head.ts";

test("reads the status and the headers, with names in any case and the first of a kind", () => {
  const head = parseAnswerHead("HTTP/1.1 503 Later\r\nRetry-After:  7 \r\nX: a\r\nretry-after: 9\r\nEmpty:");
  expect(head?.status).toBe(503);
  expect([...head!.headers]).toEqual([
    ["retry-after", "7"],
    ["x", "a"],
    ["empty", ""],
  ]);
});

test.each([
  ["HTTP/1.0 200 OK", 200],
  ["HTTP/1.1 204", 204],
  ["HTTP/1.1 204 ", 204],
  ["HTTP/1.1 299 Größe", 299],
])("accepts %p as a status line", (line, status) => {
  expect(parseAnswerHead(line)?.status).toBe(status);
});

test.each([
  "",
  "HTTP/1.1",
  "HTTP/2 200 OK",
  "HTTP/1.2 200 OK",
  "HTTP/0.9 200 OK",
  "http/1.1 200 OK",
  "HTTP/1.1 200OK",
  "HTTP/1.1  200 OK",
  "HTTP/1.1 20 OK",
  "HTTP/1.1 2000 OK",
  "HTTP/1.1 000 OK",
  "HTTP/1.1 600 OK",
  "HTTP/1.1 +20 OK",
  "HTTP/1.1 200 O\0K",
  "HTTP/1.1 200 OK\nX: y",
  "HTTP/1.1 200 OK\r\nX",
  "HTTP/1.1 200 OK\r\n: x",
  "HTTP/1.1 200 OK\r\nX : y",
  "HTTP/1.1 200 OK\r\nX: y\r\n folded",
  "HTTP/1.1 200 OK\r\nX: a\0b",
  "HTTP/1.1 200 OK\r\nX: a\nb",
  "SSH-2.0-OpenSSH_9.2",
  "220 mail.example ESMTP",
])("rejects %p as an answer", (text) => {
  expect(parseAnswerHead(text)).toBeNull();
});
