import { z } from "zod";
import { proofAgeMaxMinutes } from "./proof-age.ts";
import { defineRoutes } from "./route.ts";

export const proofRoutes = defineRoutes("Session", {
  giveProof: {
    method: "POST",
    path: "/session/proof",
    summary: "Prove again that it is you",
    description:
      "Some operations show or hand out what a stolen session must not get at. When the last proof is older than " +
      `${proofAgeMaxMinutes} minutes, they answer 403 with the code \`proof_needed\`; send the password, or a code of the ` +
      "authenticator, here and repeat the request. Signing in is a proof too. Wrong tries are slowed down as when signing in.",
    access: "signed-in",
    scope: null,
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(200) }),
      z.strictObject({ totp: z.string().min(6).max(10).describe("Six digits of the authenticator.") }),
    ]),
    answer: z
      .object({ proved_until: z.string().describe("Until then nothing is asked.") })
      .meta({ id: "GivenProof" }),
  },
});
