import { z } from "zod";
import { boardParams } from "./board-forms.ts";
import { oneLine } from "./plain-text.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

/** The longest life of a share link. */
const shareDaysMax = 366;
export const shareLinksPerBoardMax = 20;

const linkName = z
  .string()
  .max(100)
  .regex(oneLine, "must not contain control characters")
  .describe('What the link is for, such as "Screen in the hall". May be empty.');

const embedding = z
  .boolean()
  .describe("Whether sites that the operator allows (`share_frame_hosts`) may show the board in a frame.");

const shareLink = z
  .object({
    uuid: z.uuid(),
    name: linkName,
    picked: z
      .string()
      .nullable()
      .describe("The device (UUID) or group (name) that the link shows; null on a board without a variable."),
    picked_name: z.string().nullable().describe("The name of what the link shows; null if it is gone."),
    embedding,
    created_by: z.string(),
    created_at: time,
    expires_at: time,
    last_used_at: time.nullable().describe("When somebody last opened the board, to the minute."),
  })
  .meta({ id: "ShareLink" });

const path = "/accounts/{account}/boards/{board}/share-links";
/** Whoever has a link needs no account, so only people decide to make one. */
const forPeople = { access: "editor", scope: null } as const;

export const shareLinkRoutes = defineRoutes("Boards", {
  listShareLinks: {
    method: "GET",
    path,
    ...forPeople,
    summary: "List the share links of a board",
    description: "Without their tokens, the newest first. Expired links are not listed.",
    params: boardParams,
    answer: z.object({ items: z.array(shareLink), next: z.null() }),
  },
  createShareLink: {
    method: "POST",
    path,
    ...forPeople,
    summary: "Share a board by a link",
    proof: true,
    description:
      "Whoever has the token can see this board as it is now and as it will be changed, and nothing else, without " +
      `signing in. Only boards of the account can be shared. A board can have ${shareLinksPerBoardMax} links. The answer contains the token and the address of the page, only this once.`,
    params: boardParams,
    body: z.strictObject({
      name: linkName.default(""),
      expires_in_days: z.number().int().min(1).max(shareDaysMax),
      picked: z
        .string()
        .min(1)
        .max(200)
        .nullable()
        .default(null)
        .describe(
          "On a board with a variable: the UUID of the device, or the name of the group, that the link shows. Others cannot be picked.",
        ),
      embedding: embedding.default(false),
    }),
    status: 201,
    answer: shareLink
      .extend({
        token: z
          .string()
          .describe(
            "Send it as `Authorization: Bearer wsl_…` to the routes of shared boards. It is shown only once.",
          ),
        url: z.string().describe("The page that shows the board. It contains the token after the #."),
      })
      .meta({ id: "IssuedShareLink" }),
  },
  revokeShareLink: {
    method: "DELETE",
    path: `${path}/{link}`,
    ...forPeople,
    summary: "Revoke a share link",
    description: "After the answer, the link shows nothing.",
    params: boardParams.extend({ link: z.uuid() }),
    answer: null,
  },
});
