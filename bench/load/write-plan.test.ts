import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineProtocol } from "../systems/line-protocol.ts";
import { bulkLoad, type Load, overlappingLoad, singleLoad } from "./load.ts";
import { writePlan } from "./write-plan.ts";

/** The requests of a plan as the Lua scripts complete them. */
function completedRequests(load: Load): string[] {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-test-"));
  try {
    const path = join(folder, "plan");
    writePlan(path, load, lineProtocol("/write"));
    const milliseconds = load.shape === "single" ? "007" : "";
    return readFileSync(path, "latin1")
      .split("\x1c")
      .slice(0, -1)
      .map((request) =>
        request
          .replaceAll("\x1d", "21.50")
          .replaceAll("\x1e", `1769868309${milliseconds}`)
          .replaceAll("\x1b", "1769868310"),
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lengths(request: string): { stated: number; sent: number } {
  const [head, body] = request.split("\r\n\r\n");
  return { stated: Number(/Content-Length: (\d+)/.exec(head!)![1]), sent: body!.length };
}

test.each([singleLoad, bulkLoad, overlappingLoad])(
  "a completed $shape request has the length it states",
  (load) => {
    const requests = completedRequests(load);
    expect(requests).toHaveLength(load.deviceCount * (load.isOverlapping ? 2 : 1));
    for (const request of requests) {
      const { stated, sent } = lengths(request);
      expect(sent).toBe(stated);
    }
  },
);

test("every device has its turn", () => {
  const devices = completedRequests(singleLoad).map((request) => /device=(d\d+)/.exec(request)![1]);
  expect(new Set(devices).size).toBe(singleLoad.deviceCount);
});

test("the readings of a bulk request are in the order of their times, one a millisecond", () => {
  const lines = completedRequests(bulkLoad)[0]!.split("\r\n\r\n")[1]!.split("\n");
  const times = lines.map((line) => Number(line.split(" ").at(-1)));
  expect(times).toEqual(Array.from({ length: 1000 }, (_, millisecond) => 1_769_868_309_000 + millisecond));
});

test("a second request of a device repeats the second half of the first", () => {
  const timesOf = (request: string): number[] =>
    request
      .split("\r\n\r\n")[1]!
      .split("\n")
      .map((line) => Number(line.split(" ").at(-1)));
  const requests = completedRequests(overlappingLoad);
  const first = timesOf(requests[0]!);
  const second = timesOf(requests[overlappingLoad.deviceCount]!);
  expect(second.slice(0, 500)).toEqual(first.slice(500));
  expect(second.slice(500)).toEqual(first.slice(0, 500).map((time) => time + 1000));
});
