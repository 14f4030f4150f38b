import { z } from "zod";
import { problemCodes, problemSeverities } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { shortName } from "./short-name.ts";

/** Schemas of rule chains that several routes use. */

const chainNode = z
  .strictObject({
    id: shortName.describe("Unique within the chain; wires refer to it."),
    type: shortName.describe("The node type, as listed by GET /node-types."),
    version: z.number().int().min(1).default(1).describe("Version of the node type's configuration."),
    name: z.string().max(100).default(""),
    config: z.record(z.string(), z.unknown()).default({}),
    position: z.strictObject({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  })
  .meta({ id: "ChainNode" });

const chainWire = z
  .strictObject({ from: shortName, output: z.string().min(1).max(100), to: shortName })
  .meta({ id: "ChainWire" });

/** Checks only the shape. Validation checks whether types exist, configurations fit and wires lead somewhere. */
export const chainDefinition = z
  .strictObject({ nodes: z.array(chainNode).max(10_000), wires: z.array(chainWire).max(10_000) })
  .describe("At most 256 KiB as JSON.")
  .meta({ id: "ChainDefinition" });

/** The largest body with a definition: 256 KiB of JSON, which may be indented, and samples beside it. */
export const chainBodyBytesMax = 2 * 1024 * 1024;

const problemCode = z
  .enum(problemCodes)
  .describe(
    "`no_save_reachable`: readings are accepted and nothing stores them. `unsaved_readings`: readings that leave the node by one of its outputs are not saved. `alarm_never_cleared`: the chain raises an alarm and does not clear it. `example_address`, `missing_secret` and `no_mail_server`: what a node sends cannot be delivered. `invalid`: the chain cannot run as it is.",
  );

export const chainWarning = z
  .object({ code: problemCode, message: z.string() })
  .describe("Something worth knowing about a chain.")
  .meta({ id: "ChainWarning" });

export const chainProblem = z
  .object({
    severity: z.enum(problemSeverities).describe("An error keeps the chain from being published."),
    code: problemCode,
    node: z.string().nullable().describe("Id of the node; null if it concerns the whole chain."),
    field: z.string().nullable().describe("The setting of the node, such as cases.0.when."),
    message: z.string(),
  })
  .meta({ id: "ChainProblem" });

export const chainName = z.string().trim().min(1).max(200);

const position = z.object({ x: z.number(), y: z.number() });

export const chainDiff = z
  .object({
    is_empty: z.boolean(),
    nodes_added: z.array(chainNode),
    nodes_removed: z.array(chainNode),
    nodes_changed: z.array(
      z.object({
        node: z.string(),
        changes: z.array(z.object({ member: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    nodes_moved: z.array(z.object({ node: z.string(), before: position, after: position })),
    wires_added: z.array(chainWire),
    wires_removed: z.array(chainWire),
  })
  .meta({ id: "ChainDiff" });

const chainUse = z
  .object({
    is_default: z.boolean().describe("Whether it is the account's default chain."),
    groups: z.number().int(),
    devices: z.number().int(),
    sensors: z.number().int(),
    chains: z.array(z.string()).describe("Names of chains that hand over readings to it."),
  })
  .meta({ id: "ChainUse" });

export const chainVersion = z
  .object({
    version: z.number().int(),
    published_at: z.string(),
    note: z.string(),
    is_live: z.boolean().describe("Whether it is the published version."),
    is_like_live: z
      .boolean()
      .describe(
        "Whether it is the published version or equal to it, so that rolling back to it would change nothing.",
      ),
  })
  .meta({ id: "ChainVersion" });

export const chain = z
  .object({
    uuid: z.string(),
    name: z.string(),
    live: z
      .object({ version: z.number().int(), published_at: z.string() })
      .nullable()
      .describe(
        "The published version, which readings go through if the chain is in use; null if it was never published.",
      ),
    draft: z.object({ revision: z.number().int(), updated_at: z.string() }).nullable(),
    versions: z.number().int().describe("How many versions are kept."),
    use: chainUse,
    warnings: z.array(chainWarning).describe("Warnings about the published version."),
    readings: z
      .object({
        entered: z.number().int(),
        ended: z.number().int().describe("Ended unsaved."),
        dead: z.number().int().describe("Waiting as dead letters."),
        unsaved: z.number().int(),
      })
      .describe("Since the chain was created; may lag by about a second."),
    created_at: z.string(),
  })
  .meta({ id: "Chain" });

/** A numbered version, the published one (`live`), or the draft. */
export const whichVersion = z.union([
  z.literal("live"),
  z.literal("draft"),
  z.coerce.number().int().min(1).max(1_000_000_000),
]);

/** How a chain is named within an account. */
export const chainSelector = z.string().min(1).max(200).describe("UUID or name of the chain.");
export const chainParams = accountParams.extend({ chain: chainSelector });
