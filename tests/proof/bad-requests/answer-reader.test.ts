import { expect, test } from "bun:test";
import { AnswerReader } from "./answer-reader.ts";

const body = '{"message":"No such route.","error":"not_found"}';

function answer(status: string, text: string): Buffer {
  return Buffer.from(
    `HTTP/1.1 ${status}\r\nX-Request-Id: a-1\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
}

function read(...pieces: Buffer[]): AnswerReader {
  const reader = new AnswerReader((nth) => nth === 9);
  for (const piece of pieces) reader.receive(piece);
  return reader;
}

test("takes answers that arrive in any pieces", () => {
  const bytes = Buffer.concat([answer("404 Not Found", body), answer("404 Not Found", body)]);
  const reader = read(...Array.from(bytes, (byte) => Buffer.from([byte])));
  expect([reader.count, reader.unreadBytes, reader.problems]).toEqual([2, 0, []]);
});

test.each([
  ["500 Server Error", '{"message":"Server Error","error":"server_error"}', "status 500"],
  ["503 Unavailable", '{"message":"Service unavailable.","error":"unavailable"}', "status 503"],
  ["404 Not Found", "<html>", "not JSON"],
  ["404 Not Found", '{"message":"","error":"not_found"}', "no message"],
  ["404 Not Found", '{"message":"No.","error":"bad_request"}', 'error "bad_request"'],
  ["299 Odd", body, "status 299"],
])("reports %s %s", (status, text, problem) => {
  expect(read(answer(status, text)).problems.join()).toContain(problem);
});
