import { z } from "zod";
import { chainLogLevels, runAspects, severities, unsavedFates } from "../closed-sets.ts";
import { chainBodyBytesMax, chainDefinition, chainParams, whichVersion } from "./chain-forms.ts";
import { ofReadings } from "./of-readings.ts";
import { chainMessageContent } from "./record-forms.ts";
import { defineRoutes } from "./route.ts";

/** Readings in one dry run. Its duration and the size of its report have limits of their own. */
const dryRunReadingsMax = 10_000;
/** Readings that one replay compares. */
export const replayReadingsMax = 200_000;
const replayHoursMax = 10 * 366 * 24;
const metadataLengthMax = 4096;

const time = z.string().max(40).describe("ISO 8601, in UTC unless it has an offset.");

const sample = z
  .strictObject({
    value: z.number(),
    at: time
      .optional()
      .describe("ISO 8601. Default: one minute after the previous sample; the first is now."),
    received_at: time.optional().describe("When it arrives. Default: at its own time."),
    metadata: z
      .record(z.string(), z.unknown())
      .refine((metadata) => JSON.stringify(metadata).length <= metadataLengthMax, {
        message: `must have at most ${metadataLengthMax} characters as JSON`,
      })
      .optional(),
    battery_voltage: z.number().min(0).optional(),
  })
  .meta({ id: "TrialSample" });

const tested = {
  definition: chainDefinition.optional().describe("The definition to try; it is not saved."),
  version: whichVersion
    .optional()
    .describe("A version of the chain. Default: its draft, or else the published version."),
};

function namesOneVersion({ definition, version }: { definition?: unknown; version?: unknown }): boolean {
  return definition === undefined || version === undefined;
}
const oneVersion = { message: "Give either a definition or a version.", path: ["version"] };

const traced = z.object({ value: z.number(), metadata: z.unknown() });

export const chainStep = z
  .object({
    node: z.string(),
    in: traced,
    output: z.string().nullable().describe("Null if the reading was handed over to another chain."),
    out: traced.nullable(),
  })
  .meta({ id: "ChainStep" });

const outcome = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("saved") }),
    z.object({ kind: z.literal("ended"), node: z.string(), output: z.string() }),
    z.object({ kind: z.literal("dead"), node: z.string(), reason: z.string() }),
  ])
  .meta({ id: "ReadingOutcome" });

const node = z.string();
const effect = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("save"),
      sensor: z.string().nullable().describe("Slug."),
      value: z.number(),
      metadata: z.unknown(),
    }),
    z.object({
      kind: z.literal("alarm_raised"),
      node,
      name: z.string(),
      severity: z.enum(severities),
      message: z.string(),
    }),
    z.object({ kind: z.literal("alarm_cleared"), name: z.string() }),
    z.object({ kind: z.literal("message"), node, message: chainMessageContent }),
    z.object({ kind: z.literal("log"), node, level: z.enum(chainLogLevels), text: z.string() }),
    z.object({ kind: z.literal("failure"), node, reason: z.string() }),
  ])
  .meta({ id: "ReadingEffect" });

export type EffectJson = z.input<typeof effect>;
export type OutcomeJson = z.input<typeof outcome>;

const run = z.object({ outcome, effects: z.array(effect) });

const totals = z.object({
  title: z.string(),
  saved: z.number().int(),
  ended: z.number().int(),
  dead: z.number().int(),
  alarms_raised: z.number().int(),
  alarms_cleared: z.number().int(),
  messages: z.number().int(),
});
const aspect = z.enum(runAspects);

const activity = z
  .object({
    uuid: z.string(),
    name: z.string(),
    version: z.number().int(),
    entered: z.number().int(),
    unsaved: z.number().int(),
    reasons: z
      .array(
        z.object({
          kind: z.enum(unsavedFates),
          node: z.string().nullable(),
          output: z.string().nullable(),
          readings: z.number().int(),
        }),
      )
      .describe("Why readings are not saved, most frequent first; they add up to `unsaved`."),
    nodes: z.array(
      z.object({
        node,
        type: z.string(),
        name: z.string(),
        in: z.number().int().describe("Readings that entered it, which is as many as have left it."),
        out: z.array(z.object({ output: z.string(), readings: z.number().int(), ended: z.number().int() })),
        failed: z.number().int(),
        ended: z.number().int(),
        last_error: z
          .object({
            at: z.string(),
            reason: ofReadings(z.string()),
            sensor: z.string().nullable().describe("UUID."),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: "ChainActivity" });

const path = "/accounts/{account}/chains/{chain}";

export const chainRunRoutes = defineRoutes("Rule chains", {
  dryRunChain: {
    method: "POST",
    path: `${path}/dry-run`,
    summary: "Run readings through a chain without saving or sending anything",
    description:
      "Samples, the last stored readings of a sensor, or its last dead letters. State starts empty and carries over from reading to reading. For stored readings, API keys also need `readings:read`.",
    access: "editor",
    scope: "chains:write",
    params: chainParams,
    body: z
      .strictObject({
        ...tested,
        sensor: z.uuid().optional().describe("The sensor whose readings are run."),
        samples: z.array(sample).min(1).max(dryRunReadingsMax).optional(),
        last: z.number().int().min(1).max(dryRunReadingsMax).optional(),
        last_dead_letters: z.number().int().min(1).max(dryRunReadingsMax).optional(),
      })
      .refine(namesOneVersion, oneVersion)
      .refine(
        (body) =>
          [body.samples, body.last, body.last_dead_letters].filter((given) => given !== undefined).length ===
          1,
        { message: "Give one of samples, last and last_dead_letters.", path: ["samples"] },
      )
      .refine(({ samples, sensor }) => samples !== undefined || sensor !== undefined, {
        message: "Give the sensor whose readings to run.",
        path: ["sensor"],
      }),
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    answer: z.object({
      title: z.string().describe("The definition that was run."),
      is_complete: z.boolean().describe("False if running or listing all readings would have been too much."),
      readings: z.array(
        z.object({
          at: z.string(),
          value: z.number(),
          metadata: z.unknown(),
          ...run.shape,
          steps: z.array(
            chainStep.extend({
              type: z.string().nullable().describe("Of the node; null if it is in another chain."),
            }),
          ),
        }),
      ),
    }),
  },
  replayReadings: {
    method: "POST",
    path: `${path}/replay`,
    summary: "Compare a definition with the published version on stored readings",
    description: `Runs a sensor's readings of the last hours, or its dead letters of that time, through the published version (\`live\`) and through the tested definition, without saving or sending anything. At most ${replayReadingsMax} readings are compared, the oldest first.`,
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: chainParams,
    body: z
      .strictObject({
        ...tested,
        sensor: z.uuid(),
        hours: z.number().gt(0).max(replayHoursMax),
        dead_letters: z.boolean().default(false),
      })
      .refine(namesOneVersion, oneVersion),
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    answer: z.object({
      readings: z.number().int(),
      readings_max: z.number().int(),
      is_complete: z.boolean().describe("False if there were more readings than were compared."),
      until: z.string().nullable().describe("Time of the last reading that was compared."),
      live: totals,
      tested: totals,
      differing: z.number().int(),
      differing_in: z.record(aspect, z.number().int()),
      differences: z
        .array(
          z.object({
            at: z.string(),
            value: z.number(),
            differs_in: z.array(aspect),
            live: run,
            tested: run,
          }),
        )
        .describe("The first of them."),
    }),
  },
  showChainActivity: {
    method: "GET",
    path: `${path}/activity`,
    summary: "Show how many readings passed each node, and why readings are not saved",
    description:
      "Since the chain was created; for a node, since it was added. Counts may lag by about a second.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    answer: activity,
  },
});
