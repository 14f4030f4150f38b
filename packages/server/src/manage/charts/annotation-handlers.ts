import type { annotationRoutes } from "@weir/protocol/manage/annotation-routes";
import type { Annotation } from "../../control/charts/annotations.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Declined } from "../../web/api-answer.ts";
import { badField } from "../../web/bad-field.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { notATime, readRange } from "../../web/reading-range.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { createAnnotation, editAnnotation, listAnnotations, removeAnnotation } from "./annotations.ts";

export const annotationHandlers: HandlersOf<typeof annotationRoutes> = {
  async listAnnotations({ control }, { params, query }) {
    const range = readRange(query);
    if (!range.ok) return range;
    const found = await listAnnotations(control, params.device, range.value);
    return found.ok ? succeed({ items: found.value.map(toJson), next: null }) : found;
  },

  async createAnnotation({ control }, { params, body }) {
    const refused = refuseTime(body);
    if (refused !== null) return refused;
    const { text, sensor } = body;
    const untilUs = body.until === null ? null : parseTimeUs(body.until);
    const written = { atUs: parseTimeUs(body.at)!, untilUs, text, sensor };
    return shown(await createAnnotation(control, params.device, written));
  },

  async updateAnnotation({ control }, { params, body }) {
    const refused = refuseTime(body);
    if (refused !== null) return refused;
    const { at, until, text, sensor } = body;
    const atUs = at === undefined ? undefined : parseTimeUs(at)!;
    const untilUs = until == null ? until : parseTimeUs(until)!;
    return shown(await editAnnotation(control, params, { atUs, untilUs, text, sensor }));
  },

  async deleteAnnotation({ control }, { params }) {
    return removeAnnotation(control, params);
  },
};

/** Refuses the first field that is not a time. */
function refuseTime(body: {
  readonly at?: string | undefined;
  readonly until?: string | null | undefined;
}): Declined | null {
  const wrong = (["at", "until"] as const).find((name) => {
    const text = body[name];
    return text != null && parseTimeUs(text) === null;
  });
  return wrong === undefined ? null : badField(wrong, notATime);
}

function shown(result: Result<Annotation>): Outcome<(typeof annotationRoutes)["createAnnotation"]> {
  return result.ok ? succeed(toJson(result.value)) : result;
}

function toJson({ uuid, atUs, untilUs, text, sensor, createdBy, createdAt }: Annotation) {
  return {
    uuid,
    at: formatMicros(atUs),
    until: untilUs === null ? null : formatMicros(untilUs),
    text,
    sensor,
    created_by: createdBy,
    created_at: formatMicros(createdAt),
  };
}
