import type { ExportFormat, exportRoutes } from "@weir/protocol/manage/export-routes";
import { attachment } from "../manage/exports/content-disposition.ts";
import { exportMediaTypes, exportReadings } from "../manage/exports/export-readings.ts";
import { type ExportSource, findDeviceSources, findExportSources } from "../manage/exports/export-source.ts";
import { nameReadingsExport } from "../manage/exports/name-export.ts";
import type { ApiAnswer, ProblemDetails } from "./api-answer.ts";
import type { ApiContext } from "./api-context.ts";
import type { HandlersOf } from "./handler.ts";
import { readRange } from "./reading-range.ts";

export const exportHandlers: HandlersOf<typeof exportRoutes> = {
  async exportReadings(context, { query }) {
    const sources = await findExportSources(context.control, query.sensors.split(","));
    return sources.ok ? answerWith(context, sources.value, query) : sources;
  },

  async exportDeviceReadings(context, { params, query }) {
    const wanted = query.sensors?.split(",") ?? null;
    const sources = await findDeviceSources(context.control, params.device!, wanted);
    return sources.ok ? answerWith(context, sources.value, query) : sources;
  },
};

interface ExportQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly format: ExportFormat;
}

type ExportAnswer = { ok: true; answer: ApiAnswer } | { ok: false; problem: ProblemDetails };

function answerWith(
  { readings }: ApiContext,
  sources: readonly ExportSource[],
  { format, ...query }: ExportQuery,
): ExportAnswer {
  const read = readRange(query);
  if (!read.ok) return read;
  const { fromUs, toUs } = read.range;
  const range = { fromUs: fromUs ?? undefined, toUs: toUs ?? undefined };
  const headers = {
    "Content-Type": exportMediaTypes[format],
    "Content-Disposition": attachment(nameReadingsExport(sources, range, format)),
  };
  const body = exportReadings(readings, { sources, ...range, format });
  return { ok: true, answer: { status: 200, headers, body } };
}
