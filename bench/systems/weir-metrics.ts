/** Weir's counters by name, including labels, as in the text of /metrics. */
type WeirMetrics = ReadonlyMap<string, number>;

export async function readWeirMetrics(url: string): Promise<WeirMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): [string, number] => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    });
  return new Map(samples);
}

export const unsettledReadings = "weir_unsettled_readings";
const settledName = "weir_settled_readings_total";
const requestsName = "weir_http_requests_total";
const readingsName = "weir_readings_total";

/** Everything that must not happen under a load of good readings, which are fresh or may be repeats. */
export function faultsIn(metrics: WeirMetrics, mayRepeat = false): string[] {
  const faults: string[] = [];
  for (const [name, value] of metrics)
    if (value > 0 && isFault(name, mayRepeat)) faults.push(`${name} is ${value}`);
  return faults;
}

function isFault(name: string, mayRepeat: boolean): boolean {
  if (mayRepeat && name.startsWith(readingsName) && name.includes('outcome="duplicate"')) return false;
  if (name.startsWith(readingsName)) return !name.includes('outcome="accepted"');
  if (name.startsWith(settledName)) return !name.includes('outcome="saved"');
  if (name.startsWith(requestsName)) return !name.includes('status="202"');
  return name.startsWith("weir_process_restarts_total");
}
