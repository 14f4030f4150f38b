import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { enter } from "./enter.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { useLinkSecret } from "./link-secret.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SetupLinkNeeded } from "./setup-link-needed.tsx";

/** The page behind the link that a new server prints. The person who opens it becomes the first owner. */
export function SetupPage() {
  const setup = useCall("showSetup", {});
  const secret = useLinkSecret();
  return (
    <Loaded result={setup} what="Connecting to the server">
      {({ needed }) => {
        if (!needed) return <AlreadySetUp />;
        return secret === "" ? (
          <SetupLinkNeeded title="This link is incomplete" />
        ) : (
          <SetupForm secret={secret} />
        );
      }}
    </Loaded>
  );
}

function SetupForm({ secret }: { readonly secret: string }) {
  const navigate = useNavigate();
  const setUp = useChange("setUp", {
    quiet: true,
    onDone: () => void enter().then(() => navigate({ to: "/", replace: true })),
  });
  const form = useFields({ name: "", email: "", password: "" }, setUp);
  return (
    <EntryFrame
      title="Welcome to Weir"
      intro="Create the owner account to get started. You can invite others later."
    >
      <Form onSubmit={() => setUp.mutate({ body: { secret, ...form.values } })}>
        <TextField
          label="Your name"
          autoComplete="name"
          required
          autoFocus
          maxLength={200}
          {...form.text("name")}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          hint="You’ll use it to sign in."
          {...form.text("email")}
        />
        <NewPasswordField holder={form.values} {...form.value("password")} />
        <EntrySubmit
          label="Create owner account"
          {...form.saving}
          isBusy={setUp.isPending || setUp.isSuccess}
        />
      </Form>
    </EntryFrame>
  );
}

function AlreadySetUp() {
  return (
    <EntryFrame
      title="Weir is already set up"
      intro="This server has an owner, so set-up links no longer work. Sign in, or ask an owner to invite you."
    >
      <ButtonLink to="/" look="primary">
        Sign in
      </ButtonLink>
    </EntryFrame>
  );
}
