import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

export function NotFound() {
  return (
    <EmptyState title="There is no such page" action={<ButtonLink to="/">Go to Home</ButtonLink>}>
      The address may be mistyped, or what it showed is gone.
    </EmptyState>
  );
}
