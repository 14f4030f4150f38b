import { expect, test } from "bun:test";
import { mergeMetrics } from "./merge-metrics.ts";

test("adds up the series that several processes export, each below its heading", () => {
  const one = '# HELP a First.\n# TYPE a counter\na{x="1 2"} 3\na{x="3"} 1\n# HELP b Second.\nb 1\n';
  const other = '# HELP b Second.\nb 0.5\n# HELP a First.\n# TYPE a counter\na{x="1 2"} 4\n';
  expect(mergeMetrics([one, other])).toBe(
    '# HELP a First.\n# TYPE a counter\na{x="1 2"} 7\na{x="3"} 1\n# HELP b Second.\nb 1.5\n',
  );
});

test("leaves the metrics of a single process as they are", () => {
  expect(mergeMetrics(["a 1e3\n"])).toBe("a 1e3\n");
  expect(mergeMetrics([])).toBe("");
});
