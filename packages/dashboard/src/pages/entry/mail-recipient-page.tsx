import type { RecipientAnswer } from "@weir/protocol/closed-sets";
import { useChange } from "../../api/change.ts";
import { isProblem } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Failure } from "../../ui/states.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryLoading } from "./entry-loading.tsx";
import { useLinkSecret } from "./link-secret.ts";

type Asked = CallAnswer<"showAskedMailRecipient">;

/**
 * Lets a person outside an account choose whether to get its mail, and change that later. It requires a click, because
 * programs that scan mails follow the links in them.
 */
export function MailRecipientPage() {
  const token = useLinkSecret();
  const shown = useCall(
    "showAskedMailRecipient",
    { body: { token } },
    { enabled: token !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const answer = useChange("answerAsMailRecipient", { quiet: true });
  if (token === "" || isDead(shown.error) || isDead(answer.error)) return <DeadLink />;
  const asked = answer.data ?? shown.data;
  if (asked === undefined && shown.isError)
    return <Failure error={shown.error} onRetry={() => void shown.refetch()} />;
  if (asked === undefined) return <EntryLoading what="Loading" />;
  const { title, intro, choices } = textsOf(asked);
  return (
    <EntryFrame title={title} intro={intro}>
      <FormFault error={answer.error} fields={[]} />
      {choices.map(({ label, value, look }) => (
        <Button
          key={value}
          look={look}
          className="h-9!"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ body: { token, answer: value } })}
        >
          {label}
        </Button>
      ))}
    </EntryFrame>
  );
}

interface Choice {
  readonly label: string;
  readonly value: RecipientAnswer;
  readonly look: "primary" | "plain";
}

const yes = { label: "Confirm", value: "confirmed", look: "primary" } as const;
const no = { label: "Don’t send me email", value: "declined", look: "plain" } as const;

function textsOf({ account: { name }, email, state }: Asked): {
  readonly title: string;
  readonly intro: string;
  readonly choices: readonly Choice[];
} {
  switch (state) {
    case "waiting":
      return {
        title: `Email from ${name}`,
        intro: `The account ${name} on Weir would like to email alarms and sensor readings to ${email}. Do you agree?`,
        choices: [yes, no],
      };
    case "confirmed":
      return {
        title: "You receive email from this account",
        intro: `The account ${name} may email alarms and readings to ${email}. To stop, open this link again.`,
        choices: [{ ...no, label: "Unsubscribe" }],
      };
    case "declined":
      return {
        title: "You don’t receive email from this account",
        intro: `The account ${name} can’t email ${email} and can’t ask again. If you change your mind, open this link again.`,
        choices: [{ ...yes, label: "Allow email", look: "plain" }],
      };
  }
}

function isDead(error: unknown): boolean {
  return isProblem(error, "unknown_recipient");
}

function DeadLink() {
  return (
    <EntryFrame
      title="This link is not valid"
      intro="Part of the link is missing, it was replaced by a newer one, or the account no longer sends you email."
    />
  );
}
