import { ButtonLink } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";

export function NotFound() {
  return (
    <Page title="There is no such page">
      <p className="mb-4 text-muted">The address may be mistyped, or what it showed is gone.</p>
      <ButtonLink to="/">Go to Home</ButtonLink>
    </Page>
  );
}
