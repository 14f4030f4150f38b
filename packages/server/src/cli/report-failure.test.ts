import { expect, spyOn, test } from "bun:test";
import { CommandFailure } from "./failure.ts";
import { reportFailure } from "./report-failure.ts";

test("prints no characters of a message that a terminal would interpret, and keeps its lines", () => {
  const written: string[] = [];
  const write = spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const failure = new CommandFailure(
      "bad_import",
      'Unknown column "a\u001b[31mb\u202e".\nNothing was created.',
    );
    expect(reportFailure(failure, false)).toBe(1);
  } finally {
    write.mockRestore();
  }
  expect(written).toEqual(['error: Unknown column "a\uFFFD[31mb\uFFFD".\nNothing was created.\n']);
});
