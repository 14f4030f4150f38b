import type { ReactNode } from "react";
import { Page, Tabs } from "../../ui/page.tsx";
import type { PlacePages } from "./places.ts";

export interface PlacePageProps<Pages extends PlacePages> {
  /** The path of the page. */
  readonly to: Pages[number]["to"];
  /** The main action, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One of the pages of a place, with tabs for all of them. */
export function PlacePage<Pages extends PlacePages>({
  pages,
  hidden,
  counts = {},
  to,
  action,
  children,
}: PlacePageProps<Pages> & {
  readonly pages: readonly Pages[number][];
  /** A page without a tab. */
  readonly hidden?: Pages[number]["to"] | null;
  /** How many things need attention on each page. */
  readonly counts?: { readonly [Path in Pages[number]["to"]]?: number | undefined };
}) {
  const { title } = pages.find((page) => page.to === to)!;
  const shown = pages.filter((page) => page.to !== hidden);
  const tabs = shown.map((page) => ({
    to: page.to,
    label: page.tab,
    count: counts[page.to as Pages[number]["to"]] ?? 0,
  }));
  return (
    <Page title={title} tabs={<Tabs items={tabs} />} action={action}>
      {children}
    </Page>
  );
}
