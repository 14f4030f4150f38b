import { z } from "zod";
import { accountParams } from "./account-params.ts";
import {
  newNotificationRule,
  notificationRule,
  notificationRuleParams,
  notificationRulePatch,
  notificationRulesPerAccountMax,
} from "./notification-rule-forms.ts";
import { defineRoutes } from "./route.ts";

const listPath = "/accounts/{account}/notification-rules";
const path = `${listPath}/{rule}`;
const readable = { access: "viewer", scope: "operations:read" } as const;
/** Viewers change their own rules. Rules of the account need an editor, which the operations check. */
const writable = { access: "viewer", scope: "operations:write" } as const;
/** Messages contain values of readings, so a key that decides who gets them must be allowed to read values. */
const sending = {
  ...writable,
  scope: { allOf: ["operations:write", "readings:read"] },
} as const;
const needsEditor = "A rule of the account needs an editor; viewers can do this with their own rules.";

export const notificationRuleRoutes = defineRoutes("Notification rules", {
  listNotificationRules: {
    method: "GET",
    path: listPath,
    ...readable,
    summary: "List notification rules",
    description: `Rules that say which channels are told of which alarms: those of the account and the caller's own, by name. An account can have at most ${notificationRulesPerAccountMax}.`,
    params: accountParams,
    answer: z.object({ items: z.array(notificationRule), next: z.null() }),
  },
  createNotificationRule: {
    method: "POST",
    path: listPath,
    ...sending,
    summary: "Create a notification rule",
    description: `${needsEditor} It applies to alarms that are raised or cleared from now on, by alert rules, chains and silent devices.`,
    params: accountParams,
    body: newNotificationRule,
    status: 201,
    answer: notificationRule,
    versioned: true,
  },
  showNotificationRule: {
    method: "GET",
    path,
    ...readable,
    summary: "Show a notification rule",
    params: notificationRuleParams,
    answer: notificationRule,
    versioned: true,
  },
  updateNotificationRule: {
    method: "PATCH",
    path,
    ...sending,
    summary: "Change a notification rule",
    description: `${needsEditor} Fields that are left out do not change. Messages that wait already stay as they are.`,
    params: notificationRuleParams,
    body: notificationRulePatch,
    answer: notificationRule,
    versioned: true,
  },
  deleteNotificationRule: {
    method: "DELETE",
    path,
    ...writable,
    summary: "Delete a notification rule",
    description: `${needsEditor} Messages that wait already are still sent.`,
    params: notificationRuleParams,
    answer: null,
    versioned: true,
  },
});
