import { z } from "zod";
import { boardSpans, boardVariableKinds, owners, variableLimitKinds } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { boardDefinitionBytesMax, boardTilesMax } from "./board-limits.ts";
import { type BoardTile, type TileSource, tile } from "./board-tile-forms.ts";
import { namedText } from "./named-text.ts";
import { time } from "./time.ts";

/** Schemas of boards that several routes use. */

const variable = z
  .strictObject({
    kind: z.enum(boardVariableKinds),
    default: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe("UUID of a device, or name of a group, that is picked at first; null picks none."),
    within: z
      .strictObject({ kind: z.enum(variableLimitKinds), name: z.string().min(1).max(200) })
      .nullable()
      .default(null)
      .describe(
        "A group or tag, of whose devices one is picked; null: of all. A picker for groups has none.",
      ),
  })
  .refine(({ kind, within }) => kind === "device" || within === null, {
    path: ["within"],
    error: "needs a variable that picks a device",
  })
  .describe("A picker on the board for a device or group. Tiles that use it show what is picked.")
  .meta({ id: "BoardVariable" });

export const boardDefinition = z
  .strictObject({
    variable: variable.nullable().default(null),
    span: z.enum(boardSpans).default("24h").describe("The time range of the tiles; it ends now."),
    tiles: z.array(tile).max(boardTilesMax).default([]),
  })
  .superRefine(({ variable, tiles }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path: ["tiles", ...path], message });
    const ids = new Set<string>();
    tiles.forEach((tile, index) => {
      if (ids.has(tile.id)) refuse([index, "id"], "is the id of another tile");
      ids.add(tile.id);
      for (const { path, needs } of variableUses(tile)) {
        if (variable === null) refuse([index, ...path], "needs a variable, and the board has none");
        else if (needs === "device" && variable.kind !== "device") {
          refuse([index, ...path], "needs a variable that picks a device");
        }
      }
    });
  })
  .refine((definition) => jsonBytes(definition) <= boardDefinitionBytesMax, {
    error: `must not be larger than ${boardDefinitionBytesMax / 1024} KiB as JSON`,
  })
  .describe(`At most ${boardTilesMax} tiles, and ${boardDefinitionBytesMax / 1024} KiB as JSON.`)
  .meta({ id: "BoardDefinition" });

export type BoardDefinition = z.output<typeof boardDefinition>;

/** Where a tile uses the board's variable, and whether it must pick a device there. */
function variableUses({
  kind,
  settings,
}: BoardTile): { path: (string | number)[]; needs: "device" | "any" }[] {
  switch (kind) {
    case "value":
    case "gauge":
      return settings.source.device === null
        ? [{ path: ["settings", "source", "device"], needs: "device" }]
        : [];
    case "chart":
    case "values":
      return pickedSources(settings.sources);
    case "log":
      return settings.of === "readings" ? pickedSources(settings.sources) : [];
    case "table":
    case "group_status":
    case "map":
      return settings.devices.kind === "variable" ? [{ path: ["settings", "devices"], needs: "any" }] : [];
    case "alarms":
    case "text":
    case "image":
      return [];
  }
}

function pickedSources(sources: readonly TileSource[]) {
  return sources.flatMap(({ device }, index) =>
    device === null ? [{ path: ["settings", "sources", index, "device"], needs: "device" as const }] : [],
  );
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

export const boardName = namedText.describe("Need not be unique.");
export const boardOwner = z
  .enum(owners)
  .describe(
    "`account`: all members see the board, and editors change it. `person`: a board of the caller, which only the " +
      "caller sees and changes.",
  );

export const boardVersion = z
  .object({
    version: z.number().int(),
    name: boardName.describe("The name that the board had."),
    saved_at: time,
    saved_by: z.string().describe("The email of a person, or the name of an API key."),
    is_current: z.boolean(),
  })
  .meta({ id: "BoardVersion" });

export const boardParams = accountParams.extend({
  board: z.string().max(100).describe("UUID of the board."),
});
