import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { exactTime, parseTime } from "../../../format/time.ts";
import type { ChartSensor } from "../chart-sensor.ts";
import type { Mark } from "../mark.ts";
import type { Span } from "../span.ts";
import { blocksAround } from "../use-marks.ts";

export type Annotation = CallAnswer<"listAnnotations">["items"][number] & {
  /** The UUID of its device. */
  readonly device: string;
};

const staleMs = 60_000;

/** The annotations of the devices on the chart, except those about sensors that are not shown. */
export function useAnnotations(
  device: string,
  sensors: readonly ChartSensor[],
  span: Span,
): readonly Annotation[] {
  const { fromMs, toMs } = blocksAround(span);
  const devices = [...new Set([device, ...sensors.map((sensor) => sensor.device?.uuid ?? device)])];
  const results = useQueries({
    queries: devices.map((of) => ({
      queryKey: ["listAnnotations", { params: { device: of }, query: { fromMs, toMs } }],
      staleTime: staleMs,
      placeholderData: keepPreviousData,
      queryFn: async () => {
        const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
        const { items } = await call("listAnnotations", { params: { device: of }, query });
        return items.map((item): Annotation => ({ ...item, device: of }));
      },
    })),
  });
  const shown = new Set(sensors.map(({ uuid }) => uuid));
  return results
    .flatMap(({ data }) => data ?? [])
    .filter(({ sensor }) => sensor === null || shown.has(sensor));
}

/** An annotation as the chart shows it. */
export function markOf(annotation: Annotation, sensors: readonly ChartSensor[]): Mark {
  const { uuid, at, until, text, sensor, created_by: by } = annotation;
  const name = sensors.find((one) => one.uuid === sensor)?.name;
  const end = until === null ? [] : [`until ${exactTime(parseTime(until))}`];
  return {
    key: annotationKey(uuid),
    kind: "annotation",
    severity: null,
    atMs: parseTime(at),
    link: null,
    ...(until === null ? {} : { untilMs: parseTime(until) }),
    title: text,
    text: [...(name === undefined ? [] : [name]), ...end].join(", "),
    by,
  };
}

export function annotationKey(uuid: string): string {
  return `annotation ${uuid}`;
}
