import { describe, expect, test } from "bun:test";
import { Counter, Gauge, Histogram, renderMetrics } from "./metrics.ts";

describe("counters", () => {
  test("counts each combination of labels separately; the same labels give the same series", () => {
    const requests = new Counter("weir_requests_total", "Requests.");
    requests.with({ status: "202" }).total += 2;
    requests.with({ status: "429" }).total++;
    requests.with({ status: "202" }).total++;
    expect(requests.render()).toBe(
      "# HELP weir_requests_total Requests.\n" +
        "# TYPE weir_requests_total counter\n" +
        'weir_requests_total{status="202"} 3\n' +
        'weir_requests_total{status="429"} 1\n',
    );
  });

  test("have no labels in their text if they have none", () => {
    const counter = new Counter("weir_total", "All.");
    counter.with({}).total = 5;
    expect(counter.render()).toEndWith("\nweir_total 5\n");
  });
});

test("escapes label values", () => {
  const counter = new Counter("weir_total", "All.");
  counter.with({ path: 'a"} 1\nweir_fake 2\\' }).total++;
  expect(counter.render().split("\n")[2]).toBe('weir_total{path="a\\"} 1\\nweir_fake 2\\\\"} 1');
});

describe("gauges", () => {
  test("are read when they are rendered, not before", () => {
    let value = 1;
    const gauge = new Gauge("weir_size", "Size.", () => value);
    value = 2;
    expect(gauge.render()).toBe("# HELP weir_size Size.\n# TYPE weir_size gauge\nweir_size 2\n");
  });

  test("may have several series, and be a counter by type", () => {
    const gauge = new Gauge(
      "weir_total",
      "All.",
      () => [
        [{ outcome: "saved" }, 1],
        [{ outcome: "dead" }, 0],
      ],
      "counter",
    );
    expect(gauge.render().split("\n").slice(1)).toEqual([
      "# TYPE weir_total counter",
      'weir_total{outcome="saved"} 1',
      'weir_total{outcome="dead"} 0',
      "",
    ]);
  });
});

test("gives a histogram cumulative buckets that include their upper bound and end with everything", () => {
  const histogram = new Histogram("weir_seconds", "Time.", [0.001, 0.01]);
  for (const ms of [0, 1, 1.5, 10, 10.5, 60_000]) histogram.observeMs(ms);
  expect(histogram.render()).toBe(
    "# HELP weir_seconds Time.\n" +
      "# TYPE weir_seconds histogram\n" +
      'weir_seconds_bucket{le="0.001"} 2\n' +
      'weir_seconds_bucket{le="0.01"} 4\n' +
      'weir_seconds_bucket{le="+Inf"} 6\n' +
      "weir_seconds_sum 60.023\n" +
      "weir_seconds_count 6\n",
  );
});

test("writes all metrics as one text of whole lines", () => {
  const metrics = [new Counter("a_total", "A."), new Gauge("b", "B.", () => 1)];
  expect(renderMetrics(metrics)).toBe(
    "# HELP a_total A.\n# TYPE a_total counter\n# HELP b B.\n# TYPE b gauge\nb 1\n",
  );
});
