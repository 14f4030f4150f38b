import { type GuideName, guidePath } from "@weir/protocol/docs-page/site-map";

/** A guide of the documentation, or a part of it. */
export interface Help {
  readonly guide: GuideName;
  readonly part?: string;
}

/** A quiet link to the guide about a page. The documentation is outside the dashboard, so it loads a new document. */
export function LearnMore({ about, help }: { readonly about: string; readonly help: Help }) {
  return (
    <a href={guidePath(help.guide, help.part)} className="text-sm text-muted hover:text-text hover:underline">
      Learn more<span className="sr-only"> about {about}</span>
    </a>
  );
}
