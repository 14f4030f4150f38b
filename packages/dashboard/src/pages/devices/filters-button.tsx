import { Bookmark } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** Also the trigger of the opened list, whose attributes it takes. */
export function FiltersButton(props: Readonly<Record<string, unknown>>) {
  return (
    <Button icon={<Bookmark size={15} aria-hidden />} {...props}>
      Saved filters
    </Button>
  );
}
