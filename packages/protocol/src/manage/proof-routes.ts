import { z } from "zod";
import { proofAgeMaxMinutes } from "./proof-age.ts";
import { defineRoutes } from "./route.ts";

export const proofRoutes = defineRoutes("Session", {
  giveProof: {
    method: "POST",
    path: "/session/proof",
    summary: "Confirm your identity again",
    description:
      "Some operations give out secrets that a stolen session must not be able to get. If the last proof is older than " +
      `${proofAgeMaxMinutes} minutes, they answer 403 with the code \`proof_needed\`; send the password or an authenticator ` +
      "code here and repeat the request. Signing in also counts as a proof. Wrong attempts are limited as for signing in.",
    access: "signed-in",
    scope: null,
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(200) }),
      z.strictObject({ totp: z.string().min(6).max(10).describe("Six digits from the authenticator app.") }),
    ]),
    answer: z
      .object({ proved_until: z.string().describe("No further proof is needed until then.") })
      .meta({ id: "GivenProof" }),
  },
});
