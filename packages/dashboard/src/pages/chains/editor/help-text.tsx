/** Help of nodes is Markdown of which it uses code only. */
export function HelpText({ text }: { readonly text: string }) {
  return text.split("`").map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order.
      <code key={place} className="rounded-sm bg-sunken px-1 font-mono text-xs">
        {part}
      </code>
    ),
  );
}
