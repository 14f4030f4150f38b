import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { expectationFields } from "./expectation-forms.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/expectation";

const accountExpectation = z.object(expectationFields).meta({ id: "AccountExpectation" });

export const expectationRoutes = defineRoutes("Expected intervals", {
  showAccountExpectation: {
    method: "GET",
    path,
    params: accountParams,
    summary: "Show how often devices of the account are expected to send",
    access: "viewer",
    scope: "account:read",
    answer: accountExpectation,
  },
  updateAccountExpectation: {
    method: "PATCH",
    path,
    params: accountParams,
    summary: "Set how often devices of the account are expected to send",
    description:
      "Applies to devices without a setting of their own or of their group. Fields that are left out do not change.",
    access: "owner",
    scope: null,
    body: z.strictObject(expectationFields).partial().meta({ id: "AccountExpectationPatch" }),
    answer: accountExpectation,
  },
});
