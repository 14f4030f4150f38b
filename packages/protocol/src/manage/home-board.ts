import { z } from "zod";
import { pinnedOverview } from "./pinned-overview.ts";

export const pinnedBoard = z
  .union([z.uuid(), z.literal(pinnedOverview)])
  .nullable()
  .describe(
    "UUID of the board that the person has pinned to Home, or `overview`. Null: the default board of the account.",
  );

export const homeBoard = z
  .object({
    pinned: pinnedBoard,
    default: z
      .uuid()
      .nullable()
      .describe("UUID of the board for members who have pinned none. Null: the overview."),
  })
  .meta({ id: "HomeBoard" });

export type HomeBoard = z.infer<typeof homeBoard>;
