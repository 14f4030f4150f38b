import type { ExportFormat, exportRoutes } from "@weir/protocol/manage/export-routes";
import { attachment } from "../manage/exports/content-disposition.ts";
import { exportMediaTypes, exportReadings } from "../manage/exports/export-readings.ts";
import { type ExportSource, findDeviceSources, findExportSources } from "../manage/exports/export-source.ts";
import { parseInstant } from "../manage/imports/parse-instant.ts";
import type { ApiAnswer, ProblemDetails } from "./api-answer.ts";
import type { ApiContext } from "./api-context.ts";
import type { HandlersOf } from "./handler.ts";

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
  { from, to, format }: ExportQuery,
): ExportAnswer {
  const fromUs = from === undefined ? undefined : parseInstant(from);
  if (fromUs === null) return badTime("query.from");
  const toUs = to === undefined ? undefined : parseInstant(to);
  if (toUs === null) return badTime("query.to");
  const headers = {
    "Content-Type": exportMediaTypes[format],
    "Content-Disposition": attachment(fileName(sources, format)),
    "Cache-Control": "no-store",
  };
  const body = exportReadings(readings, { sources, fromUs, toUs, format });
  return { ok: true, answer: { status: 200, headers, body } };
}

function fileName(sources: readonly ExportSource[], format: ExportFormat): string {
  const [only] = sources;
  return sources.length === 1 ? `readings-${only!.sensor}.${format}` : `readings.${format}`;
}

function badTime(field: string): ExportAnswer {
  const message = "It must be an ISO 8601 time, as in 2026-06-15 or 2026-06-15T12:00:00Z.";
  const errors = [{ field, message }];
  return {
    ok: false,
    problem: { status: 422, code: "not_valid", detail: `${field}: ${message}`, errors },
  };
}
