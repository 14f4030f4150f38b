import type { ReactNode } from "react";
import { Page, type TabItem, Tabs } from "../../ui/page.tsx";
import type { PlacePages, PlaceTab } from "./places.ts";

type PathIn<Pages extends PlacePages> = Pages[number]["tab"]["to"];

export interface PlacePageProps<Pages extends PlacePages> {
  /** The path of the page. */
  readonly to: PathIn<Pages>;
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
  readonly pages: Pages;
  /** A page without a tab. */
  readonly hidden?: PathIn<Pages> | null;
  /** How many things need attention on each page. */
  readonly counts?: { readonly [Path in PathIn<Pages>]?: number | undefined };
}) {
  const known: PlacePages[number][] = [...pages];
  const countOf: Readonly<Record<string, number | undefined>> = counts;
  const tabs: TabItem[] = known
    .filter(({ tab }) => tab.to !== hidden)
    .map(({ tab }) => ({ ...tab, count: countOf[tab.to] ?? 0 }));
  const { title, help }: PlaceTab = known.find(({ tab }) => tab.to === to)!;
  return (
    <Page title={title} help={help} tabs={<Tabs items={tabs} />} action={action}>
      {children}
    </Page>
  );
}
