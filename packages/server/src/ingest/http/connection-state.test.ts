import { expect, test } from "bun:test";
import { type ConnectionState, connectionWays, isOver } from "./connection-state.ts";

const states: readonly ConnectionState[] = [
  ...(["head", "body", "answering", "streaming", "discard"] as const),
  ...(["ending", "refusing", "lingering", "closed"] as const),
];

test("allows every state to close, and accepts no request after the last answer", () => {
  for (const from of states) {
    expect(connectionWays.follow(from, "closed")).toBe("closed");
    for (const to of states) {
      if (isOver(from) && !isOver(to))
        expect(() => connectionWays.follow(from, to)).toThrow(`from "${from}" to "${to}"`);
    }
  }
});

test("rejects a second answer to a request", () => {
  for (const to of ["answering", "streaming", "ending", "refusing"] as const) {
    const way = `The connection must not go from "discard" to "${to}".`;
    expect(() => connectionWays.follow("discard", to)).toThrow(way);
  }
  expect(() => connectionWays.follow("streaming", "refusing")).toThrow('from "streaming" to "refusing"');
  expect(() => connectionWays.follow("answering", "answering")).toThrow('from "answering" to "answering"');
});
