import { ButtonLink } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";

export function NotFound() {
  return (
    <Page title="Page not found">
      <p className="mb-4 text-muted">Check the address. The page may have been moved or deleted.</p>
      <ButtonLink to="/">Go to Home</ButtonLink>
    </Page>
  );
}
