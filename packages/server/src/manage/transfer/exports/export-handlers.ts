import type { ExportFormat } from "@weir/protocol/closed-sets";
import type { batteryRoutes } from "@weir/protocol/manage/battery-routes";
import type { exportRoutes } from "@weir/protocol/manage/export-routes";
import type { ApiAnswer, Declined } from "../../../web/api-answer.ts";
import { attachment } from "../../../web/content-disposition.ts";
import { readRange } from "../../../web/reading-range.ts";
import type { ApiContext } from "../../core/api-context.ts";
import { findDevice } from "../../core/find-device.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { recordedExport } from "./account-export.ts";
import { exportBattery } from "./export-battery.ts";
import { exportMediaTypes, exportReadings } from "./export-readings.ts";
import { allSources, type ExportSource, findDeviceSources, findExportSources } from "./export-source.ts";
import { type NameExport, nameAccountExport, nameBatteryExport, nameReadingsExport } from "./name-export.ts";

type ExportRoutes = typeof exportRoutes & Pick<typeof batteryRoutes, "exportBatteryLevels">;

export const exportHandlers: HandlersOf<ExportRoutes> = {
  async exportReadings(context, { query }) {
    const { control, account } = context;
    if (query.sensors === undefined) {
      const sources = allSources(control, account.id);
      const answered = answerWith(context, { sources, nameOf: nameAccountExport(account.name) }, query);
      const isWhole = query.from === undefined && query.to === undefined;
      if (!answered.ok || !isWhole) return answered;
      const body = recordedExport(answered.answer.body, context, query.format);
      return { ok: true, answer: { ...answered.answer, body } };
    }
    const sources = await findExportSources(control, query.sensors.split(","));
    return sources.ok ? answerWith(context, namedAfter(sources.value), query) : sources;
  },

  async exportDeviceReadings(context, { params, query }) {
    const wanted = query.sensors?.split(",") ?? null;
    const sources = await findDeviceSources(context.control, params.device!, wanted);
    return sources.ok ? answerWith(context, namedAfter(sources.value), query) : sources;
  },

  async exportBatteryLevels({ control, readings }, { params, query }) {
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const read = readRange(query);
    if (!read.ok) return read;
    const { format } = query;
    const range = { fromUs: read.value.fromUs ?? undefined, toUs: read.value.toUs ?? undefined };
    const headers = {
      "Content-Type": exportMediaTypes[format],
      "Content-Disposition": attachment(nameBatteryExport(device.value.name, range, format)),
    };
    const body = exportBattery(readings, { device: device.value, ...range, format });
    return { ok: true, answer: { status: 200, headers, body } };
  },
};

interface ExportQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly format: ExportFormat;
}

type ExportAnswer =
  | { readonly ok: true; readonly answer: ApiAnswer & { readonly body: AsyncIterable<Uint8Array> } }
  | Declined;

interface NamedSources {
  readonly sources: Iterable<ExportSource> | AsyncIterable<ExportSource>;
  readonly nameOf: NameExport;
}

function namedAfter(sources: readonly ExportSource[]): NamedSources {
  return { sources, nameOf: nameReadingsExport(sources) };
}

function answerWith(
  { readings }: ApiContext,
  { sources, nameOf }: NamedSources,
  { format, ...query }: ExportQuery,
): ExportAnswer {
  const read = readRange(query);
  if (!read.ok) return read;
  const { fromUs, toUs } = read.value;
  const range = { fromUs: fromUs ?? undefined, toUs: toUs ?? undefined };
  const headers = {
    "Content-Type": exportMediaTypes[format],
    "Content-Disposition": attachment(nameOf(range, format)),
  };
  const body = exportReadings(readings, { sources, ...range, format });
  return { ok: true, answer: { status: 200, headers, body } };
}
