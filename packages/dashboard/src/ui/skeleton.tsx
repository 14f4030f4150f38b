import { cx } from "./class-names.ts";

/** What is about to appear, so that its place is as large as it will be. */
export type SkeletonShape = "rows" | "chart" | "curve" | "form" | "card" | "page";

/** The place of something that is loading. It says nothing: `Loading` does, once. */
export function Skeleton({ shape }: { readonly shape: SkeletonShape }) {
  switch (shape) {
    case "rows":
      return <Rows />;
    case "chart":
      return <Bar className="m-4 h-64" />;
    // A curve of rates, with its legend.
    case "curve":
      return <Bar className="h-47" />;
    case "form":
      return <Fields />;
    case "card":
      return <RowsInCard />;
    case "page":
      return (
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-6 pt-5 max-md:px-4">
          <div className="flex h-8 items-center">
            <Bar className="h-5 w-40" />
          </div>
          <RowsInCard />
        </div>
      );
  }
}

function RowsInCard() {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <Rows />
    </div>
  );
}

/** As wide as texts usually are, so that the rows do not look like a grid. */
const rowWidths = ["w-2/5", "w-1/2", "w-1/3", "w-2/5", "w-1/4"] as const;

/** Rows of the height that rows of tables have. */
function Rows() {
  return rowWidths.map((width, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
    <div key={place} className="flex h-10 items-center gap-4 border-b border-line px-4 last:border-b-0">
      <Bar className={cx("h-3", width)} />
      <Bar className="ml-auto h-3 w-16" />
    </div>
  ));
}

function Fields() {
  return ["name", "kind", "note"].map((field) => (
    <div key={field} className="flex flex-col gap-2 px-4 py-3">
      <Bar className="h-3 w-24" />
      <Bar className="h-8" />
    </div>
  ));
}

function Bar({ className }: { readonly className: string }) {
  return <div className={cx("animate-pulse rounded-sm bg-sunken motion-reduce:animate-none", className)} />;
}
