import { z } from "zod";
import { deviceParams } from "./device-forms.ts";
import { readingRange } from "./reading-forms.ts";
import { defineRoutes } from "./route.ts";
import { givenTime } from "./time.ts";

export const annotationTextMax = 500;
export const annotationsPerDeviceMax = 2000;

const listPath = "/accounts/{account}/devices/{device}/annotations";
const path = `${listPath}/{annotation}`;
const annotationParams = deviceParams.extend({
  annotation: z.string().max(100).describe("UUID of the annotation."),
});

const fields = {
  at: givenTime,
  until: givenTime.nullable().describe("The end of a span; null for a single time."),
  text: z.string().min(1).max(annotationTextMax).describe("Plain text. Line breaks are kept."),
  sensor: z
    .string()
    .max(100)
    .nullable()
    .describe("Slug or UUID of the sensor that it is about; null for all sensors of the device."),
};

const annotation = z
  .object({
    uuid: z.uuid(),
    at: z.string(),
    until: z.string().nullable(),
    text: z.string(),
    sensor: z.string().nullable().describe("UUID of the sensor; null for all sensors of the device."),
    created_by: z.string().describe("The email of a person, or the name of an API key."),
    created_at: z.string(),
  })
  .meta({ id: "Annotation" });

export const annotationRoutes = defineRoutes("Annotations", {
  listAnnotations: {
    method: "GET",
    path: listPath,
    access: "viewer",
    scope: "readings:read",
    summary: "List the annotations of a device",
    description: `Those that touch the range, in order of time. A device can have at most ${annotationsPerDeviceMax}, so they fit in one answer.`,
    params: deviceParams,
    query: readingRange,
    answer: z.object({ items: z.array(annotation), next: z.null() }),
  },
  createAnnotation: {
    method: "POST",
    path: listPath,
    access: "editor",
    scope: "readings:write",
    summary: "Annotate a time or a span",
    description: "Charts of the device show it. It is deleted with its device or sensor.",
    params: deviceParams,
    body: z
      .strictObject({
        ...fields,
        until: fields.until.default(null),
        sensor: fields.sensor.default(null),
      })
      .meta({ id: "NewAnnotation" }),
    status: 201,
    answer: annotation,
  },
  updateAnnotation: {
    method: "PATCH",
    path,
    access: "editor",
    scope: "readings:write",
    summary: "Change an annotation",
    description: "Fields that are left out do not change.",
    params: annotationParams,
    body: z.strictObject(fields).partial().meta({ id: "AnnotationPatch" }),
    answer: annotation,
  },
  deleteAnnotation: {
    method: "DELETE",
    path,
    access: "editor",
    scope: "readings:write",
    summary: "Delete an annotation",
    params: annotationParams,
    answer: null,
  },
});
