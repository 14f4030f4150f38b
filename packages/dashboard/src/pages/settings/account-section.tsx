import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { AccountExpectationCard } from "../expectation/account-expectation-card.tsx";
import { SampleDataCard } from "../sample/sample-data-card.tsx";
import { DefaultChain } from "./default-chain.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { RenameAccount } from "./rename-account.tsx";
import { roleWords } from "./role-words.ts";
import { SecondFactorRule } from "./second-factor-rule.tsx";

export function AccountSection() {
  const mayRename = useMay("owner");
  const shown = useCall("showAccount", {});
  return (
    <>
      <Card title="This account">
        <Loaded result={shown} shape="form">
          {({ uuid, name, role, created_at }) => (
            <div className="flex flex-col gap-5">
              {mayRename && <RenameAccount key={name} name={name} />}
              <Facts
                items={[
                  ...(mayRename ? [] : [["Name", name] as const]),
                  ["Your role", `${roleWords[role].label}: ${roleWords[role].may}`],
                  ["Default chain", <DefaultChain key="chain" />],
                  ["Created", <ExactTime key="created" at={created_at} text={dayText} />],
                  ["Identifier", <CopyText key="uuid" text={uuid} className="-my-1.5" />],
                ]}
              />
            </div>
          )}
        </Loaded>
      </Card>
      <AccountExpectationCard />
      <SecondFactorRule />
      <SampleDataCard />
      <OtherAccounts />
      <Leave />
      <DeleteAccount />
    </>
  );
}

function OtherAccounts() {
  const { accounts, account, server, switchTo } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const others = accounts.filter(({ uuid }) => uuid !== account.uuid);
  return (
    <Card
      title="Other accounts"
      isFlush={others.length > 0}
      action={
        server.may_create_accounts && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            New account
          </Button>
        )
      }
    >
      {others.length === 0 ? (
        <p className="text-sm text-muted">
          Each account has its own devices, chains and members. You’re only a member of this one.
        </p>
      ) : (
        <ul>
          {others.map(({ uuid, name, role }) => (
            <li
              key={uuid}
              className="flex h-10 items-center gap-3 border-b border-line px-4 text-sm last:border-b-0"
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-muted">{roleWords[role].label}</span>
              <Button size="small" look="quiet" onClick={() => switchTo(uuid)}>
                Switch
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <NewAccountDialog onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function NewAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { switchTo } = useSession();
  const create = useChange("createAccount", { quiet: true, onDone: ({ uuid }) => switchTo(uuid) });
  const form = useFields({ name: "" }, create);
  return (
    <FormDialog
      title="New account"
      description="The new account has its own devices, chains and members. You’ll be its owner and switch to it."
      submit="Create account"
      {...form.saving}
      isBusy={create.isPending || create.isSuccess}
      onSubmit={() => create.mutate({ body: form.values })}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} {...form.text("name")} />
    </FormDialog>
  );
}

function Leave() {
  const { account } = useSession();
  // Everything on the screen belongs to an account that the person has left.
  const leave = useChange("leaveAccount", { onDone: () => location.assign("/") });
  const question = {
    title: `Leave ${account.name}?`,
    text: "You lose access immediately. To come back, you need a new invitation from an owner.",
    action: "Leave",
    typed: account.name,
    onConfirm: () => leave.mutateAsync({}),
  };
  return (
    <Card title="Leave">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          You lose access to this account. It keeps running, and API keys you created keep working. The last
          owner can’t leave.
        </p>
        <ConfirmButton look="danger" question={question}>
          Leave account
        </ConfirmButton>
      </div>
    </Card>
  );
}
