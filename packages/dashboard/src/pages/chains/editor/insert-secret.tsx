import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** The key that signs the account's webhooks proves who sent them only as long as it is not sent along. */
const signingSecret = "webhook";

/** Offers the account's secrets where a text may refer to them, so that nobody has to know how that is written. */
export function InsertSecret({ onInsert }: { readonly onInsert: (reference: string) => void }) {
  const secrets = useCall("listSecrets", {});
  const names = secrets.data?.items.map(({ name }) => name).filter((name) => name !== signingSecret) ?? [];
  if (names.length === 0) {
    return (
      <Link to="/settings/secrets" className="self-start text-sm text-accent hover:underline">
        New secret…
      </Link>
    );
  }
  return (
    <Menu
      trigger={
        <Button size="small" className="self-start" icon={<KeyRound size={14} aria-hidden />}>
          Insert secret
        </Button>
      }
      entries={names.map((name) => ({ label: name, onSelect: () => onInsert(`{{secret.${name}}}`) }))}
    />
  );
}
