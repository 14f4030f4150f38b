import { Link, useLocation } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { compactText } from "../format/number.ts";
import { cx } from "./class-names.ts";
import type { Destination } from "./destination.ts";
import { setPageTitle } from "./document-title.ts";
import { type Help, LearnMore } from "./learn-more.tsx";
import { SteadyLabel } from "./steady-label.tsx";

export type Crumb = Destination & { readonly label: string };

/** The frame of a page: its place, its title and its one main action. */
export function Page({
  title,
  crumbs = [],
  action,
  aside,
  isSteady = false,
  tabs,
  children,
  help,
  isFull = false,
  isWide = false,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly action?: ReactNode;
  /** Beside the title, always visible. */
  readonly aside?: ReactNode;
  /** Whether the header keeps its height, whatever `aside` shows. It then has to fit into the room beside the title. */
  readonly isSteady?: boolean;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
  /** The guide about this page. */
  readonly help?: Help | undefined;
  /** Takes all the room, as the chain editor does. */
  readonly isFull?: boolean;
  /** As wide as the window, but as long as its content. */
  readonly isWide?: boolean;
}) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <div
      data-full={isFull || undefined}
      className={cx("mx-auto flex min-h-full w-full flex-col", isFull ? "h-full" : !isWide && "max-w-6xl")}
    >
      <header
        className={cx(
          "flex flex-col gap-1 px-6 pt-5 max-md:px-4",
          tabs === undefined && "pb-4",
          // The whole header stays visible, including the breadcrumb, so that tabs do not move between longer and
          // shorter pages.
          aside !== undefined && !isFull && "sticky top-0 z-20 bg-canvas",
        )}
      >
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className="flex items-center gap-1 text-sm text-muted">
            {crumbs.map(({ label, ...destination }, place) => (
              <Fragment key={destination.to}>
                {place > 0 && <ChevronRight size={13} aria-hidden />}
                <Link {...destination} className="hover:text-text hover:underline">
                  {label}
                </Link>
              </Fragment>
            ))}
          </nav>
        )}
        <div
          className={cx(
            "flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2",
            isSteady && "md:flex-nowrap",
          )}
        >
          <div
            className={cx(
              "flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1",
              isSteady && "max-md:w-full md:flex-1 md:flex-nowrap",
            )}
          >
            <h1
              className={cx(
                "line-clamp-2 min-w-0 text-xl font-semibold break-words",
                isSteady && "md:max-w-1/2 md:shrink-0",
              )}
            >
              {title}
            </h1>
            {aside}
            {help !== undefined && <LearnMore about={title} help={help} />}
          </div>
          {action !== undefined && <div className="flex items-center gap-2">{action}</div>}
        </div>
        {tabs}
      </header>
      <div
        className={cx(
          "flex-1",
          isFull ? "min-h-0" : "px-6 pb-10 max-md:px-4",
          tabs !== undefined && !isFull && "pt-5",
        )}
      >
        {children}
      </div>
    </div>
  );
}

export type TabItem = Destination & {
  readonly label: string;
  /** How many things need attention there; 0 is not shown. */
  readonly count?: number;
};

/** Tabs under one title. */
export function Tabs({ items }: { readonly items: readonly TabItem[] }) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A count that appears makes its tab wider, and moves the tabs after it.
  const counted = items.map(({ count = 0 }) => count > 0).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has another tab to scroll into view.
  useEffect(() => {
    // If there is no room for all tabs, the current one may be out of sight and is scrolled into view.
    const active = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (row.current === null || active == null) return;
    const { scrollLeft, clientWidth } = row.current;
    const { offsetLeft, offsetWidth } = active;
    const isInSight = offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth;
    if (!isInSight) row.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
  }, [pathname, counted]);
  return (
    <nav
      ref={row}
      aria-label="Tabs"
      className="-mx-1 relative mt-2 flex overflow-x-auto border-b border-line"
    >
      {items.map(({ label, count = 0, ...destination }) => (
        <Link
          key={destination.to}
          {...destination}
          activeOptions={{ exact: true, includeSearch: false }}
          className="border-b-2 border-transparent px-2.5 pt-1 pb-2 text-sm whitespace-nowrap text-muted hover:text-text"
          activeProps={{ className: "border-accent! text-text! font-medium", "aria-current": "page" }}
        >
          <SteadyLabel text={label} />
          {count > 0 && (
            <span className="ml-1.5 rounded-full bg-sunken px-1.5 text-xs text-muted">
              {compactText(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
