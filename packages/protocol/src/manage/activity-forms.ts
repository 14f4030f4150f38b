import { z } from "zod";
import { type DropReason, dropReasons } from "../drop-reasons.ts";
import { type RefusalCode, refusalCodes } from "../request-reasons.ts";

/** Schemas of requests, rejected readings and counts that several routes use. */

export const dropReasonNames = dropReasons.map(({ key }) => key) as [DropReason, ...DropReason[]];

/** Reasons that did not occur are left out. */
export const rejectedCounts = z
  .strictObject(
    Object.fromEntries(
      dropReasons.map(({ key, meaning }) => [key, z.number().int().optional().describe(meaning)]),
    ) as Record<DropReason, z.ZodOptional<z.ZodNumber>>,
  )
  .meta({ id: "RejectedReadings" });

/** Codes that did not occur are left out. */
export const refusedCounts = z
  .strictObject(
    Object.fromEntries(refusalCodes.map((code) => [code, z.number().int().optional()])) as Record<
      RefusalCode,
      z.ZodOptional<z.ZodNumber>
    >,
  )
  .meta({ id: "RefusedRequests" });

export const namedDevice = z
  .object({ uuid: z.string(), name: z.string() })
  .nullable()
  .describe("Null where it was removed since.");

export const explanation = z.string().describe("What happened and what to do, in plain words.");
