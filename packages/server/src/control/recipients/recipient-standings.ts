import type { RecipientStanding } from "@weir/protocol/closed-sets";
import type { ControlReader } from "../control.ts";
import { inLowerCase } from "../people/in-lower-case.ts";

/**
 * Returns whether each address may get mail of the account, in the order of the addresses. A refusal counts first, then
 * membership with a verified address.
 */
export async function recipientStandings(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  addresses: readonly string[],
): Promise<RecipientStanding[]> {
  const keys = addresses.map(inLowerCase);
  const answers = await db
    .selectFrom("mail_recipients")
    .select(["email", "state"])
    .where("account_id", "=", accountId)
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "in", dialect.listed(keys)))
    .execute();
  const members = await db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select("email")
    .where("account_id", "=", accountId)
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "in", dialect.listed(keys)))
    .where("email_verified_at", "is not", null)
    .execute();
  const answered = new Map(answers.map(({ email, state }) => [inLowerCase(email), state]));
  const isMember = new Set(members.map(({ email }) => inLowerCase(email)));
  return keys.map((key) => {
    const answer = answered.get(key);
    if (answer === "declined" || answer === "confirmed") return answer;
    if (isMember.has(key)) return "member";
    return answer === "waiting" ? "waiting" : "unknown";
  });
}
