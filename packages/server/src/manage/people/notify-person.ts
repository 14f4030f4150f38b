import { findUserById } from "../../control/people/users.ts";
import { withBudget } from "../../limit/limiter.ts";
import { reasonOf } from "../../platform/log.ts";
import type { ApiContext } from "../core/api-context.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { type NoticeActor, noticeMail, type PersonNotice } from "./notice-mails.ts";

/**
 * Notifies a person by mail of what happened to their sign-in, when, and who did it. Returns at once and never fails:
 * the look-up and the mail come after the answer, and without a mail server nothing happens. Call it when the change is
 * committed.
 */
export function notifyPerson(context: ApiContext, userId: number, notice: PersonNotice): void {
  if (!context.mails.isSetUp) return;
  setImmediate(async () => {
    try {
      const user = await findUserById(context.control.db, userId);
      if (user !== undefined) notifyAddress(context, user, notice);
    } catch (error) {
      const facts = { request: context.request.id, notice: notice.kind, reason: reasonOf(error) };
      context.log.warn("a notification could not be mailed", facts);
    }
  });
}

/** The same for an address that is no longer the person's, or soon will not be. */
export function notifyAddress(
  context: ApiContext,
  { id, email, name }: { readonly id: number; readonly email: string; readonly name: string },
  notice: PersonNotice,
): void {
  const { clock, control, limits, mails, publicUrl } = context;
  if (!mails.isSetUp) return;
  // Repeated changes must not fill a mailbox.
  const taken = limits.noticesByEmail.take(mailboxOf(email), clock.nowMs());
  const facts = { to: email, name, happenedAt: control.nowUs(), by: actorTowards(context, id), publicUrl };
  void withBudget(taken, ({ ok }) => {
    if (ok) mails.add(notice.kind, noticeMail(notice, facts));
  });
}

/** Members change each other only within an account. Everywhere else, people act for themselves. */
function actorTowards({ account, caller, request }: ApiContext, userId: number): NoticeActor {
  if (caller?.kind === "operator") return { kind: "operator" };
  const isOther = account !== null && caller?.kind === "user" && caller.userId !== userId;
  if (isOther) return { kind: "member", email: caller.email };
  return { kind: "self", source: request.source, userAgent: request.headers.get("user-agent") ?? "" };
}
